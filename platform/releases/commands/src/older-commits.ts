import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git } from '@kargo/build/git';
import { type App, checkoutOf } from '@kargo/build/remotes';
import type { KeyedStore } from '@kargo/delivery/keys';
import { readSigned } from '@kargo/delivery/read-release';
import type { LoggedRelease } from '@kargo/release-log/log/app-record';
import { minuteOf } from '@kargo/release-log/log/minute-of';
import type { LogState } from '@kargo/release-log/log/read-log';
import { currentRelease } from '@kargo/release-log/log/served-releases';
import { CliError } from './cli-error.ts';
import { progress } from './progress.ts';

/**
 * Refuses to replace a release built from a later commit. If git cannot tell, compares build times.
 *
 * @param version of the current sources
 * @param isBuilt whether the last output of "build" is released
 */
export async function refuseOlderCommit(
  { store, keys }: KeyedStore,
  { name: app, path }: App,
  state: LogState,
  version: string,
  isBuilt: boolean,
): Promise<void> {
  const current = currentRelease(state, app);
  if (!current || current.version === version) return;
  const unknown = await refuseAncestor(checkoutOf(path), app, current);
  if (!unknown) return;
  const stored = async (version: string) =>
    (await readSigned(store, { app, version }, keys).catch(() => undefined))?.builtAt;
  const built = isBuilt ? await readFile(join(path, 'dist/kargo.json'), 'utf8') : '{}';
  const before = await stored(current.version);
  const at = (await stored(version)) ?? JSON.parse(built).builtAt;
  const instead = before ? 'so what was built last is newer' : 'nor when it was built';
  const what = `${app} ${current.version} is of a later commit`;
  progress(`It is not known whether ${what} (${unknown}), ${instead}`);
  if (before && at < before)
    throw new CliError(
      `${app} ${version} was built at ${minuteOf(at)}, and ${current.version}, which is current, at ${minuteOf(before)}: add --anyway to go back.`,
    );
}

/** Names a commit for people: a trailing `-dirty` means uncommitted changes. */
export const commitName = (commit = ''): string =>
  commit.slice(0, 10) + (commit.endsWith('-dirty') ? ' and changes' : '');

/**
 * Returns why git cannot tell whether this checkout is older than a release; undefined if it can.
 *
 * @throws {CliError} when it is older
 */
async function refuseAncestor(root: string, app: string, { commit, by, at }: LoggedRelease) {
  if (!commit) return 'it names none';
  const ask = async (...parameters: string[]) => (await git(root, ...parameters)).trim();
  const other = commit.replace(/-dirty$/, '');
  try {
    const head = await ask('rev-parse', 'HEAD');
    const base = await ask('merge-base', head, other).catch((error) => {
      // Code 1 means that they share no history.
      if (error.code !== 1) throw error;
    });
    if (base === other) return undefined;
    if (base === head)
      throw new CliError(
        `This checkout is at ${commitName(head)}; ${by} has already released a newer commit of ${app}, ${commitName(commit)}, at ${minuteOf(at)}: add --anyway to go back.`,
      );
    const isShallow = (await ask('rev-parse', '--is-shallow-repository')) === 'true';
    return isShallow ? 'this clone lacks a part of the history' : undefined;
  } catch (error) {
    if (error instanceof CliError) throw error;
    const { stderr, message } = error as Error & { stderr?: string };
    return (stderr || message).split('\n', 1)[0];
  }
}
