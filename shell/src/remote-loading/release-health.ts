import { useSyncExternalStore } from 'react';
import type { RemoteName } from 'shared-types/page/screens';
import type { ReleaseName } from 'shared-types/page/script-loading';
import { type Release, refreshReleases, releasesOf } from './release-map.ts';

/** How long a release that failed is not tried again while there is another. */
const restForMs = 30_000;

/** When releases that failed may be tried again, by name. */
const restingUntil = new Map<string, number>();
/** How often releases have failed since the page was opened, by name. */
const failures = new Map<string, number>();
const listeners = new Set<() => void>();

export const nameOf = ({ app, version }: ReleaseName) => `${app} ${version}`;

/** The release a remote is to be loaded from, kept up to date; null when none is left to try. */
export function useRelease(remote: RemoteName): Release | null {
  const choose = () => chosenRelease(remote);
  return useSyncExternalStore(subscribe, choose, choose);
}

/** The same at this moment. */
export function chosenRelease(remote: RemoteName): Release | null {
  return releasesOf(remote).find((release) => !restingUntil.has(nameOf(release))) ?? null;
}

/** The release that would take the place of another; undefined if none is left, and for the shell. */
export function standInFor({ app, version }: ReleaseName): Release | undefined {
  if (app === 'shell') return undefined;
  return releasesOf(app).find((it) => it.version !== version && !restingUntil.has(nameOf(it)));
}

/** A release did not load, or failed while it was shown: the one before it takes its place. */
export function markFailed(release: ReleaseName): void {
  restingUntil.set(nameOf(release), Date.now() + restForMs);
  failures.set(nameOf(release), failuresOf(release) + 1);
  notify();
}

/** How often a release has failed since the page was opened. */
export function failuresOf(release: ReleaseName): number {
  return failures.get(nameOf(release)) ?? 0;
}

/** Has every release of a remote tried again, those that were published since included. */
export async function retryRemote(remote: RemoteName): Promise<void> {
  await refreshReleases();
  reset(remote);
}

/** Has those releases tried again that have rested, and all of this remote when none is left. */
export function resetRested(remote: RemoteName): void {
  for (const [name, time] of restingUntil) if (time < Date.now()) restingUntil.delete(name);
  if (!chosenRelease(remote)) reset(remote);
}

function reset(remote: RemoteName): void {
  for (const release of releasesOf(remote)) restingUntil.delete(nameOf(release));
  notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
