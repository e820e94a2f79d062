import type { ScreenId } from '@kargo/shared-types/page/screens';
import type { ReleaseName } from '@kargo/shared-types/page/script-loading';
import type { ReleaseCandidate } from '@kargo/shared-types/releases/release';
import { type ComponentType, useSyncExternalStore } from 'react';

/** A release with the absolute address of its entry script. */
export type Release = ReleaseName & ReleaseCandidate;

/** The states of a release in the page. Their transitions are drawn in docs/architecture.md. */
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

type ScreenState =
  /** Its code is loaded before it is rendered. */
  | { name: 'loading-early'; code: ScreenCode }
  /** React can render it, and loads the code on the first render if it is missing. */
  | { name: 'renderable'; component: ScreenComponent; code?: ScreenCode | undefined };

/**
 * The state of a screen whose HTML came with the page. When its code does not load, it is `replaced`
 * by the screen of another release. If none is left it is `stuck`: the HTML stays readable.
 */
export type PrerenderedState = 'as-rendered' | 'stuck' | 'replaced';

interface ReleaseRecord extends ReleaseName {
  /** Undefined if it was never a candidate. */
  release?: Release;
  state: ReleaseState;
  screens: Map<ScreenId, ScreenState>;
  /** Number of failures since the page was opened. */
  failures: number;
  /** Number of pieces of its scripts that have arrived. */
  pieces: number;
}

// A plain object, not jotai atoms: most transitions must not make React render.
/**
 * The state of all releases in the page. `release-transitions.ts` changes it, and `screen-component.ts`
 * the screens of a release.
 */
export const store = {
  records: new Map<string, ReleaseRecord>(),
  /** The releases that each app may be loaded from, the current one first. */
  candidates: {} as Partial<Record<string, Release[]>>,
  prerendered: new Map<ScreenId, PrerenderedState>(),
  listeners: new Set<() => void>(),
};

/** Returns the record of a release, and creates it if there is none. */
export function recordOf({ app, version }: ReleaseName): ReleaseRecord {
  const key = `${app} ${version}`;
  const record = store.records.get(key) ?? {
    app,
    version,
    state: { name: 'known' },
    screens: new Map(),
    failures: 0,
    pieces: 0,
  };
  store.records.set(key, record);
  return record;
}

export const allRecords = () => [...store.records.values()];

/** Returns the releases an app may be loaded from, the current one first; none if never published. */
export const candidatesOf = (app: string): Release[] => store.candidates[app] ?? [];

const isUsable = (release: Release) => recordOf(release).state.name !== 'failed';

/** Whether the entry script of a release is here, because it runs or was fetched early. */
export const hasArrived = (release: Release) =>
  ['fetched', 'in-use'].includes(recordOf(release).state.name);

/** Returns the release to load a remote from, or null if none is left to try. */
export function chosenRelease(remote: string): Release | null {
  return candidatesOf(remote).find(isUsable) ?? null;
}

export function runningShell(): ReleaseName | undefined {
  return allRecords().find(({ app, state }) => app === 'shell' && state.name !== 'known');
}

/** Returns the releases to load when this one fails, the best first; none for the shell. */
export function fallbacksFor({ app, version }: ReleaseName): Release[] {
  if (app === 'shell') return [];
  return candidatesOf(app).filter((other) => other.version !== version && isUsable(other));
}

/** Returns the early fetch of a release's entry script, if `url` is that script. */
export function earlyFetch(release: ReleaseName, url: string): Promise<void> | undefined {
  const { state, release: known } = recordOf(release);
  return 'entry' in state && known?.url === url ? state.entry : undefined;
}

/** Whether a script is in the folder of a release that is or was a candidate. */
export function isOfRelease(script: URL): boolean {
  return allRecords().some(
    ({ release }) => release && script.href.startsWith(new URL('.', release.url).href),
  );
}

/** Whether another shell has been published since the page was opened. */
export function isShellReplaced(): boolean {
  const [shell] = candidatesOf('shell');
  return shell !== undefined && recordOf(shell).state.name === 'known';
}

/** Whether files of the shell that runs this page were deleted, because it was replaced. */
export function isShellDeleted(): boolean {
  return allRecords().some(({ state }) => state.name === 'deleted');
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
