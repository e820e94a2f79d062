import { createHash } from 'node:crypto';
import { problemsOf } from '@kargo/release-log/contract/release-gate';
import type { LogState } from '@kargo/release-log/log/log-state';
import { canariesOf } from '@kargo/release-log/log/served-releases';
import type { Release } from '@kargo/shared-types/releases/release';

/** Releases that a visitor gets in place of the current ones, by app. The hash is the log's. */
export type Pins = ReadonlyMap<string, { version: string; hash?: string }>;

export const noPins: Pins = new Map();

/**
 * Returns the canaries that a visitor gets. A visitor stays on one side for as long as the canary runs, a higher
 * percentage only adds visitors, and two canaries are independent of each other.
 *
 * @param visitor random text that is the visitor's own
 */
export function canariesFor(state: Pick<LogState, 'records'>, visitor: string): Pins {
  const chosen = [...canariesOf(state)].filter(
    ([app, { version, percent }]) => percentileOf(`${visitor} ${app} ${version}`) < percent,
  );
  return new Map(chosen.map(([app, { version, hash }]) => [app, { version, hash }]));
}

/** Returns a number from 0 to 100 that depends on all of the text. */
function percentileOf(text: string): number {
  const hash = createHash('sha256').update(text).digest();
  return (hash.readUInt32BE() / 2 ** 32) * 100;
}

/**
 * Returns those of some releases that can be served together, with current ones for the rest: the shell, if each
 * remote has a release that goes with it, and the remotes that go with the shell that is served then.
 *
 * @param pinned the releases, by app
 * @param current the current releases, by app
 */
export function fitting(
  pinned: ReadonlyMap<string, Release>,
  current: ReadonlyMap<string, Release>,
): Map<string, Release> {
  const candidate = pinned.get('shell');
  const goesWith = (shell: Release, remote: Release | undefined) =>
    remote !== undefined && problemsOf(remote, new Map([['shell', shell]])).length === 0;
  const remotes = [...new Set([...current.keys(), ...pinned.keys()])].filter(
    (app) => app !== 'shell',
  );
  const isServed =
    candidate !== undefined &&
    remotes.every(
      (app) => goesWith(candidate, pinned.get(app)) || goesWith(candidate, current.get(app)),
    );
  const shell = isServed ? candidate : current.get('shell');
  const isChosen = (app: string, release: Release) =>
    app === 'shell' ? isServed : !shell || goesWith(shell, release);
  return new Map([...pinned].filter(([app, release]) => isChosen(app, release)));
}
