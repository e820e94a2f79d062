import type { ScreenId } from '@kargo/shared-types/page/screens';
import type { ReleaseName } from '@kargo/shared-types/page/script-loading';
import type { ReleaseCandidates } from '@kargo/shared-types/releases/release';
import {
  allRecords,
  candidatesOf,
  chosenRelease,
  type PrerenderedState,
  recordOf,
  runningShell,
  store,
} from './release-records.ts';

/** How long a failed release is not tried again while another one is left. */
const backOffMs = 30_000;

/** A list of candidates has arrived. The screen that is shown stays until the next navigation. */
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
  // The first shell in the page's candidates is the one that the page was rendered with.
  if (shell && !runningShell()) startedUsing(shell);
}

/** The entry script of a release was requested before it is needed. */
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

/** A piece of one of the release's scripts has arrived. */
export function pieceArrived(release: ReleaseName): void {
  recordOf(release).pieces += 1;
}

/** Screens of the app are loaded from this release alone. A release that failed stays `failed`. */
export function startedUsing(release: ReleaseName): void {
  for (const { app, version, state } of allRecords()) {
    if (app === release.app && state.name === 'in-use') recordOf({ app, version }).state = known;
  }
  const record = recordOf(release);
  const { state } = record;
  if (state.name === 'failed') return;
  record.state = { name: 'in-use', entry: 'entry' in state ? state.entry : undefined };
}

/** The release did not load, or one of its screens threw. A retry runs its scripts again. */
export function releaseFailed(release: ReleaseName): void {
  const record = recordOf(release);
  record.state = { name: 'failed', retryAfter: Date.now() + backOffMs };
  record.failures += 1;
  record.screens.clear();
  notify();
}

/** The user navigated to a screen of this remote: releases that failed long enough ago are retried. */
export function navigated(remote: string): void {
  for (const record of allRecords()) {
    if (record.state.name === 'failed' && record.state.retryAfter < Date.now())
      record.state = known;
  }
  if (!chosenRelease(remote)) retryRequested(remote);
}

/** All releases of a remote are retried, even those that failed a moment ago. */
export function retryRequested(remote: string): void {
  for (const record of candidatesOf(remote).map(recordOf)) {
    if (record.state.name === 'failed') record.state = known;
  }
  notify();
}

/** The server has deleted files of the shell that runs this page. */
export function shellDeleted(release: ReleaseName): void {
  recordOf(release).state = { name: 'deleted' };
  notify();
}

/** The prerendered HTML of this screen is not hydrated. */
export function prerenderedGivenUp(id: ScreenId, state: PrerenderedState): void {
  store.prerendered.set(id, state);
  notify();
}

const known = { name: 'known' } as const;

function notify(): void {
  for (const listener of store.listeners) listener();
}
