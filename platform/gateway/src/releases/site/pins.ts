import { createHash } from 'node:crypto';
import { canariesOf } from '@kargo/release-log/log/served-releases';
import { problemsOf } from '@kargo/release-log/rules/release-gate';
import type { Releases, StoredRelease } from '@kargo/shared-types/releases/release';

/** By app: the release a visitor gets in place of the current one, with its hash in the log. */
export type Pins = ReadonlyMap<string, { version: string; hash?: string }>;

export const noPins: Pins = new Map();

/**
 * Returns the canaries that a visitor gets. They stay the same while a canary runs: a higher
 * percentage only adds visitors. Two canaries are independent of each other.
 *
 * @param visitor a random text of the visitor's own
 */
export function canariesFor(state: Parameters<typeof canariesOf>[0], visitor: string): Pins {
  const chosen = [...canariesOf(state)].filter(
    ([app, { version, percent }]) => percentileOf(`${visitor} ${app} ${version}`) < percent,
  );
  return new Map(chosen.map(([app, { version, hash }]) => [app, { version, hash }]));
}

/** Returns a number from 0 to 100, by a hash of the text. */
function percentileOf(text: string): number {
  const hash = createHash('sha256').update(text).digest();
  return (hash.readUInt32BE() / 2 ** 32) * 100;
}

/**
 * Returns the pinned releases that can be served with current ones of the other apps: the shell, if
 * each remote has a compatible release, and the remotes compatible with the resulting shell.
 *
 * @param pinned by app
 * @param current by app
 */
export function fitting(pinned: Releases, current: Releases): Map<string, StoredRelease> {
  const candidate = pinned.get('shell');
  const isCompatible = (shell: StoredRelease, remote: StoredRelease | undefined) =>
    remote !== undefined && problemsOf(remote, new Map([['shell', shell]])).length === 0;
  const remotes = [...new Set([...current.keys(), ...pinned.keys()])].filter(
    (app) => app !== 'shell',
  );
  const isServed =
    candidate !== undefined &&
    remotes.every(
      (app) =>
        isCompatible(candidate, pinned.get(app)) || isCompatible(candidate, current.get(app)),
    );
  const shell = isServed ? candidate : current.get('shell');
  const isChosen = (app: string, release: StoredRelease) =>
    app === 'shell' ? isServed : !shell || isCompatible(shell, release);
  return new Map([...pinned].filter(([app, release]) => isChosen(app, release)));
}
