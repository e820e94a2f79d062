import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Store } from '@kargo/delivery/keys';
import { readSigned } from '@kargo/delivery/read-release';
import type { LogState } from '@kargo/release-log/log/log-state';
import { currentRelease } from '@kargo/release-log/log/served-releases';
import { git } from '@kargo/tools/git';
import { type App, checkoutOf } from '@kargo/tools/remotes';
import { CliError } from './cli-error.ts';
import { progress } from './progress.ts';

/**
 * Refuses to replace releases of later commits than this checkout's. Where git cannot tell, it says so, and compares when
 * both were built.
 *
 * @param versions those of the present sources, by app
 * @param isBuilt whether what "build" has left is released
 */
export async function refuseOlderCommits(
  on: Store & { apps: readonly App[]; isBuilt: boolean },
  state: LogState,
  versions: Readonly<Record<string, string>>,
): Promise<void> {
  for (const app of on.apps) {
    const { name } = app;
    const version = versions[name] ?? '';
    const current = currentRelease(state, name);
    if (!current || current.version === version) continue;
    const { head, isOlder, reason } = await compareCommits(checkoutOf(app.path), current.commit);
    if (isOlder)
      throw new CliError(
        `This checkout is at ${commitName(head)}; ${current.by} has already released a newer commit of ${name}, ${commitName(current.commit)}, at ${current.at}: add --anyway to go back.`,
      );
    if (!reason) continue;
    const [built, before] = await Promise.all([
      builtAt(on, name, version).then((at) => at ?? builtHere(app, on.isBuilt)),
      builtAt(on, name, current.version),
    ]);
    const instead = before ? 'so what was built last is newer' : 'nor when it was built';
    progress(
      `It is not known whether ${name} ${current.version} is of a later commit (${reason}), ${instead}`,
    );
    if (before && built < before)
      throw new CliError(
        `${name} ${version} was built at ${built}, and ${current.version}, which is current, at ${before}: add --anyway to go back.`,
      );
  }
}

/** Names a commit for people: `-dirty` at its end says that the tree had other changes. */
export const commitName = (commit = ''): string =>
  commit.slice(0, 10) + (commit.endsWith('-dirty') ? ' and changes' : '');

interface Comparison {
  /** The commit of this checkout. */
  head?: string;
  isOlder?: boolean;
  /** Why that cannot be told. */
  reason?: string;
}

async function compareCommits(root: string, released: string | undefined): Promise<Comparison> {
  if (!released) return { reason: 'it names none' };
  const other = released.replace(/-dirty$/, '');
  try {
    const head = (await git(root, 'rev-parse', 'HEAD')).trim();
    if (head === other || (await isAncestor(root, other, head))) return {};
    if (await isAncestor(root, head, other)) return { head, isOlder: true };
    const isShallow = (await git(root, 'rev-parse', '--is-shallow-repository')).trim() === 'true';
    // Otherwise they are of two branches.
    return isShallow ? { reason: 'this clone lacks a part of the history' } : {};
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    return { reason: (stderr?.trim() || message).split('\n', 1)[0] ?? '' };
  }
}

/** @throws when git does not know both commits */
const isAncestor = (root: string, one: string, other: string): Promise<boolean> =>
  git(root, 'merge-base', '--is-ancestor', one, other).then(
    () => true,
    (error) => {
      if (error.code !== 1) throw error;
      return false;
    },
  );

const builtAt = ({ store, keys }: Store, app: string, version: string) =>
  readSigned(store, { app, version }, keys).then(
    (release) => release.builtAt,
    () => undefined,
  );

/** What is not built yet will be built now. */
async function builtHere({ path }: App, isBuilt: boolean): Promise<string> {
  const text = isBuilt ? await readFile(join(path, 'dist/release.json'), 'utf8') : '{}';
  return JSON.parse(text).builtAt ?? new Date().toISOString();
}
