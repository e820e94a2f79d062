import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The fields of `package-lock.json` that are read here (lockfile version 3). */
interface NpmLockfile {
  /** By path, such as `node_modules/react`; the package itself has the empty path. */
  packages: Record<string, NpmPackage>;
}

interface NpmPackage extends Partial<Record<DependencyKind, Record<string, string>>> {
  version?: string;
  integrity?: string;
}

type DependencyKind = 'dependencies' | 'optionalDependencies' | 'peerDependencies';

/**
 * The packages that a repository's one remote depends on, and those that build it, with their hashes, but not
 * shared-runtime, which is in the page already.
 *
 * @param path the folder with `package.json` and `package-lock.json`
 */
export async function reachedByNpm(path: string): Promise<string[]> {
  const text = await readFile(join(path, 'package-lock.json'), 'utf8');
  const { packages }: NpmLockfile = JSON.parse(text);
  const keysOf = (names: string[], from: string) =>
    names
      .filter((name) => name !== '@kargo/shared-runtime')
      .map((name) => installedFor(name, from, packages))
      .filter((key) => key !== undefined);
  const own = Object.keys(packages['']?.dependencies ?? {});
  const reached = new Set(keysOf([...own, '@kargo/tools'], ''));
  // Those that are added meanwhile are visited too.
  for (const key of reached) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[key] ?? {};
    const all = { ...dependencies, ...optionalDependencies, ...peerDependencies };
    for (const each of keysOf(Object.keys(all), key)) reached.add(each);
  }
  return [...reached]
    .sort()
    .map((key) => `${key} ${packages[key]?.version} ${packages[key]?.integrity}`);
}

/** Looks for a package as Node does: below the one that asks for it, then in the folders around it. */
function installedFor(
  name: string,
  from: string,
  packages: NpmLockfile['packages'],
): string | undefined {
  const key = `${from && `${from}/`}node_modules/${name}`;
  if (key in packages) return key;
  if (from === '') return undefined;
  const around = from.lastIndexOf('/node_modules/');
  return installedFor(name, around === -1 ? '' : from.slice(0, around), packages);
}
