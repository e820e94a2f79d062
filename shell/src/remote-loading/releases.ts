import { useSyncExternalStore } from 'react';
import type { ReleaseMap } from 'shared-types/release';
import {
  pageBlocks,
  releaseMapKey,
  releaseMapPath,
  releaseVersionIn,
} from 'shared-types/release-addresses';
import { type RemoteName, type ScreenId, screens } from 'shared-types/screens';
import { remoteOf } from './remote-of.ts';

export interface Release {
  /** Absolute address of the remote's entry script. */
  url: string;
  version: string;
}

const remotes = Object.keys(screens) as RemoteName[];

/** What each remote may be loaded from: the current release, then the last good one before it. */
let candidates: Record<RemoteName, Release[]> | undefined;
/** Addresses of releases that did not load or failed, with the time from which they may be tried. */
const asideUntil = new Map<string, number>();
/** How often each release was set aside since the page was opened, by address. */
const failures = new Map<string, number>();
const listeners = new Set<() => void>();

/** How long a navigation waits to hear of a new release, in milliseconds. */
const refreshWithin = 1000;
/** How long a release is not tried again while there is another, in milliseconds. */
const restFor = 30_000;

/** The release a remote is to be loaded from, kept up to date; null when none is left to try. */
export function useRelease(remote: RemoteName): Release | null {
  const choose = () => chosenRelease(remote);
  return useSyncExternalStore(subscribe, choose, choose);
}

/** Says what there is to load from; in a page it is the block that the gateway wrote into it. */
export function provideReleaseMap(map: ReleaseMap): void {
  candidates = readCandidates(map);
}

/** Sets a release aside that did not load or failed; the one before it takes its place. */
export function setAside(release: Release): void {
  asideUntil.set(release.url, Date.now() + restFor);
  failures.set(release.url, failuresOf(release) + 1);
  notify();
}

/** Gives every release of a remote another chance, those that were published since included. */
export async function retryRemote(remote: RemoteName): Promise<void> {
  await refreshReleases();
  forgive(remote);
}

let prepared: { key: string; screen?: ScreenId; done?: Promise<void> | undefined } = {
  key: 'default',
};

/**
 * What a navigation to a screen waits for: the page takes up what was published since it was
 * opened. The first page carries a map that is fresh, and waits for nothing. Neither does a
 * navigation to the screen that is shown already: another release of it would be another screen,
 * without what was entered into this one.
 *
 * @param key the router's key of the location; the first page's is `default`
 */
export function prepareNavigation(key: string, screen: ScreenId): Promise<void> | undefined {
  const remote = remoteOf(screen);
  const isShown = prepared.screen === screen && chosenRelease(remote) !== null;
  const isNew = prepared.key !== key && !isShown;
  prepared = { key, screen, done: isNew ? prepare(remote) : prepared.done };
  return prepared.done;
}

async function prepare(remote: RemoteName): Promise<void> {
  await refreshReleases();
  for (const [url, time] of asideUntil) if (time < Date.now()) asideUntil.delete(url);
  if (!chosenRelease(remote)) forgive(remote);
}

/** The map that is known stays in force when the answer is late or bad. */
async function refreshReleases(): Promise<void> {
  try {
    const response = await fetch(releaseMapPath, { signal: AbortSignal.timeout(refreshWithin) });
    if (!response.ok) throw new Error(`The release map answered ${response.status}`);
    // Without telling listeners: the screen stays until the navigation that waits for this is done.
    candidates = readCandidates(await response.json());
  } catch (error) {
    console.warn('Failed to refresh the release map:', error);
  }
}

function forgive(remote: RemoteName): void {
  for (const { url } of known()[remote]) asideUntil.delete(url);
  notify();
}

/** Whether a script belongs to the release before the current one. */
export function isFallback(url: string): boolean {
  return Object.values(known()).some(([, fallback]) => fallback && isOf(fallback.url, url));
}

/** Whether a script belongs to a release that was set aside since the page was opened. */
export function hasFailedBefore(url: string): boolean {
  return [...failures.keys()].some((entry) => isOf(entry, url));
}

/** How often a release was set aside since the page was opened. */
export function failuresOf({ url }: Release): number {
  return failures.get(url) ?? 0;
}

/** A release's scripts stand in one folder, its entry script among them. */
function isOf(entry: string, url: string): boolean {
  return url.startsWith(entry.slice(0, entry.lastIndexOf('/') + 1));
}

/** Origins that releases come from. */
export function releaseOrigins(): ReadonlySet<string> {
  const urls = Object.values(known()).flat();
  return new Set([
    window.location.origin,
    ownOrigin(),
    ...urls.map(({ url }) => new URL(url).origin),
  ]);
}

declare const __webpack_public_path__: string;

/** Where the shell itself came from: in development another origin than the page. */
function ownOrigin(): string {
  const folder = typeof __webpack_public_path__ === 'string' ? __webpack_public_path__ : '';
  return new URL(folder, window.location.href).origin;
}

function chosenRelease(remote: RemoteName): Release | null {
  return known()[remote].find(({ url }) => !asideUntil.has(url)) ?? null;
}

function known(): Record<RemoteName, Release[]> {
  candidates ??= readCandidates(readPageBlock());
  return candidates;
}

function readPageBlock(): ReleaseMap {
  const block = document.getElementById(pageBlocks.releaseMap);
  if (!block?.textContent) throw new Error(`The page has no block #${pageBlocks.releaseMap}`);
  return JSON.parse(block.textContent);
}

/** A remote that was never published has nothing to be loaded from; the others do. */
function readCandidates({ microFrontends }: ReleaseMap): Record<RemoteName, Release[]> {
  return Object.fromEntries(
    remotes.map((remote) => {
      const entry = microFrontends[releaseMapKey(remote)]?.[0];
      const urls = entry ? [entry.url, ...(entry.fallbackUrl ? [entry.fallbackUrl] : [])] : [];
      return [remote, urls.map((url) => toRelease(url, entry?.metadata.version))];
    }),
  ) as Record<RemoteName, Release[]>;
}

function toRelease(url: string, version = 'unknown'): Release {
  const base = typeof window === 'undefined' ? 'http://localhost' : window.location.href;
  return { url: new URL(url, base).href, version: releaseVersionIn(url) ?? version };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
