import type { ScreenId } from 'shared-types/page/screens';
import type { ReleaseName } from 'shared-types/page/script-loading';
import type { ReleaseCandidates } from 'shared-types/releases/release';
import {
  allRecords,
  candidatesOf,
  chosenRelease,
  type PrerenderedState,
  recordOf,
  store,
} from './release-records.ts';

/** How long a release that failed is not tried again while there is another. */
const backOffMs = 30_000;

/** The page was told what to load from. What is on the screen stays until the next navigation. */
export function candidatesArrived(arrived: ReleaseCandidates): void {
  const base = globalThis.location?.href ?? 'http://localhost';
  store.candidates = Object.fromEntries(
    Object.entries(arrived).map(([app, ofApp = []]) => [
      app,
      ofApp.map((release) => ({ app, ...release, url: new URL(release.url, base).href })),
    ]),
  );
  for (const release of Object.keys(arrived).flatMap(candidatesOf)) {
    recordOf(release).release = release;
  }
  const [shell] = candidatesOf('shell');
  const isFirst = allRecords().every(({ app, state }) => app !== 'shell' || state.name === 'known');
  // The first shell that a page is told of is the one that it was made with.
  if (shell && isFirst) startedUsing(shell);
}

/** The site has said whether a release is still the current one. */
export function currentChecked(release: ReleaseName, isCurrent: boolean): void {
  recordOf(release).confirmedAt = isCurrent ? Date.now() : 0;
}

/** The entry of a fallback was asked for before it is needed. */
export function entryRequested(release: ReleaseName, entry: Promise<void>): void {
  const record = recordOf(release);
  record.state = { name: 'fetching', entry };
  entry.then(
    () => {
      if (record.state.name === 'fetching') record.state = { name: 'fetched', entry };
    },
    () => {
      if (record.state.name === 'fetching') record.state = { name: 'known' };
      if (record.state.name === 'in-use') record.state = { name: 'in-use' };
    },
  );
}

/** A piece of one of its scripts has arrived. */
export function pieceArrived(release: ReleaseName): void {
  recordOf(release).pieces += 1;
}

/** Screens are loaded from this release, and from no other of its app. One that failed stays so. */
export function startedUsing(release: ReleaseName): void {
  for (const { app, version, state } of allRecords()) {
    if (app === release.app && state.name === 'in-use') recordOf({ app, version }).state = known;
  }
  const record = recordOf(release);
  const { state } = record;
  if (state.name === 'failed') return;
  record.state = { name: 'in-use', entry: 'entry' in state ? state.entry : undefined };
}

/** It did not load, or a screen of it threw. It is run anew when it is tried again. */
export function releaseFailed(release: ReleaseName): void {
  const record = recordOf(release);
  record.state = { name: 'failed', retryAfter: Date.now() + backOffMs };
  record.failures += 1;
  record.screens.clear();
  notify();
}

/** A screen of this remote was navigated to: what has waited may be tried again. */
export function navigated(remote: string): void {
  for (const record of allRecords()) {
    if (record.state.name === 'failed' && record.state.retryAfter < Date.now())
      record.state = known;
  }
  if (!chosenRelease(remote)) retryRequested(remote);
}

/** All that a remote may be loaded from is tried again, however short ago it failed. */
export function retryRequested(remote: string): void {
  for (const record of candidatesOf(remote).map(recordOf)) {
    if (record.state.name === 'failed') record.state = known;
  }
  notify();
}

/** The server no longer has a part of the shell that runs this page. */
export function shellDeleted(release: ReleaseName): void {
  recordOf(release).state = { name: 'deleted' };
  notify();
}

/** The HTML that came with the page for this screen is not taken over. */
export function prerenderedGivenUp(id: ScreenId, state: PrerenderedState): void {
  store.prerendered.set(id, state);
  notify();
}

const known = { name: 'known' } as const;

function notify(): void {
  for (const listener of store.listeners) listener();
}
