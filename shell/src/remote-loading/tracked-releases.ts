import type { ScreenId } from '@kargo/shared-types/page/screens';
import type { PageRelease } from '@kargo/shared-types/releases/page-release';
import type { ReleaseName } from '@kargo/shared-types/releases/release';
import { releasePath } from '@kargo/shared-types/releases/release-addresses';
import { type ComponentType, useSyncExternalStore } from 'react';

/** The states of a release in the page. docs/architecture.md describes their transitions. */
type ReleaseState =
  /** It may be loaded. */
  | { name: 'known' }
  /** The current release is silent, so the entry script of this one is fetched, but not run. */
  | { name: 'fetching' | 'fetched'; entry: Promise<void> }
  /** Its remote's screens are loaded from it; or it is the shell that runs this page. */
  | { name: 'in-use'; entry?: Promise<void> | undefined }
  /** It did not load, or one of its screens threw. */
  | { name: 'failed'; retryAfter: number }
  /** The server has deleted files of this shell, which runs the page. */
  | { name: 'deleted' };

export type ScreenComponent = ComponentType<Record<never, never>>;
export type ScreenCode = Promise<{ default: ScreenComponent }>;

export interface TrackedScreen {
  code: ScreenCode;
  /** Set as soon as the screen can be rendered: its code has loaded, or React waits for that. */
  component?: ScreenComponent;
}

/**
 * The state of a screen whose HTML came with the page. If its code does not load, it is `replaced`
 * by another release's screen or, if none is left, `stuck`: the HTML stays readable.
 */
export type PrerenderedState = 'as-rendered' | 'stuck' | 'replaced';

interface TrackedRelease extends ReleaseName {
  /** Undefined if it was never in the release map. */
  release?: PageRelease;
  state: ReleaseState;
  screens: Map<ScreenId, TrackedScreen>;
  /** Number of failures since the page was opened. */
  failures: number;
  /** Number of pieces of its scripts that have arrived. */
  pieces: number;
}

// A plain object, not jotai atoms: most transitions must not make React render.
/** All releases in the page. `release-transitions.ts` and `screen-component.ts` change them. */
export const store = {
  tracked: new Map<string, TrackedRelease>(),
  /** The releases that each app may be loaded from, the current one first. */
  releases: {} as Partial<Record<string, PageRelease[]>>,
  prerendered: new Map<ScreenId, PrerenderedState>(),
  listeners: new Set<() => void>(),
};

/** Returns what the page knows of a release, and starts tracking it if it is new. */
export function trackedRelease({ app, version }: ReleaseName): TrackedRelease {
  const key = `${app} ${version}`;
  const tracked = store.tracked.get(key) ?? {
    app,
    version,
    state: { name: 'known' },
    screens: new Map(),
    failures: 0,
    pieces: 0,
  };
  store.tracked.set(key, tracked);
  return tracked;
}

export const trackedReleases = () => [...store.tracked.values()];

/** Returns the releases an app may be loaded from, current first; none if never published. */
export const releasesOf = (app: string): PageRelease[] => store.releases[app] ?? [];

const isUsable = (release: PageRelease) => trackedRelease(release).state.name !== 'failed';

/** Whether a release's entry script has arrived: it runs, or was fetched early. */
export const hasArrived = (release: PageRelease) =>
  ['fetched', 'in-use'].includes(trackedRelease(release).state.name);

/** Returns the release to load a remote from, or null if none is left to try. */
export function chosenRelease(remote: string): PageRelease | null {
  return releasesOf(remote).find(isUsable) ?? null;
}

export function runningShell(): ReleaseName | undefined {
  return trackedReleases().find(({ app, state }) => app === 'shell' && state.name !== 'known');
}

/** Returns the releases to load when this one fails, the best first; none for the shell. */
export function fallbacksFor({ app, version }: ReleaseName): PageRelease[] {
  if (app === 'shell') return [];
  return releasesOf(app).filter((other) => other.version !== version && isUsable(other));
}

/** Returns the early fetch of a release's entry script, if `url` is that script. */
export function earlyFetch(release: ReleaseName, url: string): Promise<void> | undefined {
  const { state, release: known } = trackedRelease(release);
  return 'entry' in state && known?.url === url ? state.entry : undefined;
}

/** Returns the folder of a release. The entries of some bundlers are in a subfolder. */
export const folderOf = ({ app, version, url, container }: PageRelease): string =>
  new URL(container ? releasePath(app, version) : '.', url).href;

/** Returns the release that a file belongs to, if that is or was in the release map. */
export function ownerOf(file: string): PageRelease | undefined {
  const releases = trackedReleases().flatMap(({ release }) => release ?? []);
  return releases.find((release) => file.startsWith(folderOf(release)));
}

/** Returns the `integrity` attribute for a file of another bundler; an empty text for others. */
export function integrityOfFile(file: string): string {
  const owner = ownerOf(file);
  return owner?.hashes?.[file.slice(folderOf(owner).length)] ?? '';
}

/** Whether another shell has been published since the page was opened. */
export function isShellReplaced(): boolean {
  const [shell] = releasesOf('shell');
  return shell !== undefined && trackedRelease(shell).state.name === 'known';
}

/** Whether files of the shell that runs this page were deleted, because it was replaced. */
export function isShellDeleted(): boolean {
  return trackedReleases().some(({ state }) => state.name === 'deleted');
}

/**
 * Reads from the store, and renders again when the value changes.
 *
 * @param readInNode the value with which the page was prerendered
 */
export function useReleases<T>(read: () => T, readInNode = read): T {
  return useSyncExternalStore(subscribe, read, readInNode);
}

function subscribe(listener: () => void): () => void {
  store.listeners.add(listener);
  return () => store.listeners.delete(listener);
}
