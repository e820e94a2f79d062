import { type ComponentType, useSyncExternalStore } from 'react';
import type { ScreenId } from 'shared-types/page/screens';
import type { ReleaseName } from 'shared-types/page/script-loading';

export interface Release extends ReleaseName {
  /** Absolute address of the entry script. */
  url: string;
  /** Of that script, as for the attribute of that name; none while the app is developed. */
  integrity?: string | undefined;
}

/** The state of a release in this store. docs/architecture.md draws it. */
export type ReleaseState =
  /** It may be loaded. */
  | { name: 'known' }
  /** Another release is silent. The entry of this one is fetched, and not run. */
  | { name: 'fetching' | 'fetched'; entry: Promise<void> }
  /** The screens of its remote are loaded from it. For the shell: it runs this store. */
  | { name: 'in-use'; entry?: Promise<void> | undefined }
  /** It did not load, or a screen of it threw. */
  | { name: 'failed'; retryAfter: number }
  /** The server no longer has the shell that runs this store. */
  | { name: 'deleted' };

export type ScreenComponent = ComponentType<Record<never, never>>;
type ScreenCode = Promise<{ default: ScreenComponent }>;

/** The state of a screen of one release. */
type ScreenState =
  /** Its code is loaded before anybody draws it. */
  | { name: 'asked-for'; code: ScreenCode }
  /** React may draw it. Drawing loads the code, if need be. */
  | { name: 'drawable'; component: ScreenComponent; code?: ScreenCode | undefined };

/**
 * The state of a screen whose HTML came with the store. When its code does not load, it is `redrawn`
 * from another release. With none left it is `stuck`: the HTML stays, to be read.
 */
export type PrerenderedState = 'as-rendered' | 'stuck' | 'redrawn';

interface ReleaseRecord extends ReleaseName {
  /** Undefined for one that was never a candidate. */
  release?: Release;
  state: ReleaseState;
  screens: Map<ScreenId, ScreenState>;
  /** How often it has failed since the page was opened. */
  failures: number;
  /** How many pieces of its scripts have arrived. */
  pieces: number;
  /** When the site last said that it is the current one. */
  confirmedAt: number;
}

// A plain object, no jotai atoms: most transitions must not make React render.
/** All that the page knows of releases. Only `release-transitions.ts` changes it. */
export const store = {
  records: new Map<string, ReleaseRecord>(),
  /** What each app may be loaded from, the current release first. */
  candidates: {} as Partial<Record<string, Release[]>>,
  prerendered: new Map<ScreenId, PrerenderedState>(),
  listeners: new Set<() => void>(),
};

/** The record of a release; a new one for a release that nobody has asked about. */
export function recordOf({ app, version }: ReleaseName): ReleaseRecord {
  const key = `${app} ${version}`;
  const record = store.records.get(key) ?? {
    app,
    version,
    state: { name: 'known' },
    screens: new Map(),
    failures: 0,
    pieces: 0,
    confirmedAt: 0,
  };
  store.records.set(key, record);
  return record;
}

export const allRecords = () => [...store.records.values()];

/** What an app may be loaded from, the current release first; nothing if it was never published. */
export const candidatesOf = (app: string): Release[] => store.candidates[app] ?? [];

const isUsable = (release: Release) => recordOf(release).state.name !== 'failed';

/** The release that a remote is to be loaded from; null when none is left to try. */
export function chosenRelease(remote: string): Release | null {
  return candidatesOf(remote).find(isUsable) ?? null;
}

/** The release that takes over when this one fails; undefined if none is left, and for the shell. */
export function fallbackFor({ app, version }: ReleaseName): Release | undefined {
  if (app === 'shell') return undefined;
  return candidatesOf(app).find((other) => other.version !== version && isUsable(other));
}

/** The release that has its entry at this address. */
export function releaseAt(url: string): Release | undefined {
  return allRecords().find(({ release }) => release?.url === url)?.release;
}

/** The fetch of a release's entry that began before it was needed, if `url` is that entry. */
export function earlyFetch(release: ReleaseName, url: string): Promise<void> | undefined {
  const { state, release: known } = recordOf(release);
  return 'entry' in state && known?.url === url ? state.entry : undefined;
}

/** Whether a script belongs to a release that the page was told of. */
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

/** Whether a part of the shell that runs this page is gone, since another release took its place. */
export function isShellDeleted(): boolean {
  return allRecords().some(({ state }) => state.name === 'deleted');
}

/**
 * What the store says, kept up to date.
 *
 * @param readAsRendered what it said in Node, for what has HTML in the page
 */
export function useReleases<T>(read: () => T, readAsRendered = read): T {
  return useSyncExternalStore(subscribe, read, readAsRendered);
}

function subscribe(listener: () => void): () => void {
  store.listeners.add(listener);
  return () => store.listeners.delete(listener);
}
