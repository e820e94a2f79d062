import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** An app with its own build, and its development server. */
export interface App {
  /** The name of its releases, such as `shell` or `marketing`. */
  name: string;
  /** The name of its folder and of its package, such as `remote-marketing`. */
  folder: string;
  /** The absolute path of its folder. */
  path: string;
  /** Port of its webpack development server. */
  port: number;
}

export interface Remote extends App {
  /** The names of the files in `src/screens/`. */
  screens: readonly string[];
}

const firstPort = Number(process.env.KARGO_DEV_PORT || 3100);

export function shellAt(path: string): App {
  return { name: 'shell', folder: basename(path), path, port: firstPort };
}

/**
 * Returns the remote in this folder. Remotes in the same checkout have different ports.
 *
 * @throws when its package is not named like a remote
 */
export function remoteAt(path: string): Remote {
  const { name: folder } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  const [, name] = /^remote-([a-z][a-z0-9]*)$/.exec(folder) ?? [];
  if (!name)
    throw new Error(
      `Name the package of a remote such as remote-tracking, not "${folder}", in ${path}/package.json.`,
    );
  // `exclude` would read brackets in the path as a pattern.
  const screens = globSync('*.tsx', { cwd: join(path, 'src/screens') });
  const index = isOwnRepository(path) ? 0 : remoteFolders(dirname(path)).indexOf(basename(path));
  return {
    name,
    folder,
    path,
    port: firstPort + 1 + Math.max(index, 0),
    screens: screens.flatMap((file) => /^(\w+)\.tsx$/.exec(file)?.[1] ?? []).sort(),
  };
}

/** Whether a folder is a remote's own repository, which uses npm. */
export const isOwnRepository = (path: string) => existsSync(join(path, 'package-lock.json'));

/** Returns the top folder of the checkout that contains an app. */
export const checkoutOf = (path: string) => (isOwnRepository(path) ? path : dirname(path));

/** Returns the remotes in a checkout: its folders `remote-*`, or a remote's own repository. */
export function remotesIn(checkout: string): Remote[] {
  if (isOwnRepository(checkout)) return [remoteAt(checkout)];
  return remoteFolders(checkout).map((folder) => remoteAt(join(checkout, folder)));
}

/** Returns a checkout's apps. Lists the shell even if missing, but not in a remote's repository. */
export function appsIn(checkout: string): App[] {
  const remotes = remotesIn(checkout);
  return isOwnRepository(checkout) ? remotes : [shellAt(join(checkout, 'shell')), ...remotes];
}

function remoteFolders(checkout: string): string[] {
  return globSync('remote-*', { cwd: checkout })
    .filter((folder) => existsSync(join(checkout, folder, 'package.json')))
    .sort();
}
