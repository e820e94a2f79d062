import type { ScreenId } from '@kargo/shared-types/page/screens';
import type { ReleaseMap } from '@kargo/shared-types/releases/page-release';
import type { ReleaseName } from '@kargo/shared-types/releases/release';
import {
  chosenRelease,
  type PrerenderedState,
  releasesOf,
  runningShell,
  store,
  trackedRelease,
  trackedReleases,
} from './tracked-releases.ts';

/** How long a failed release is not retried while another one is left. */
const backOffMs = 30_000;

/** A release map has arrived. The current screen stays until the next navigation. */
export function releaseMapArrived(arrived: ReleaseMap): void {
  const base = globalThis.location?.href ?? 'http://localhost';
  store.releases = Object.fromEntries(
    Object.entries(arrived).map(([app, ofApp = []]) => [
      app,
      ofApp.map((release) => ({ app, ...release, url: new URL(release.url, base).href })),
    ]),
  );
  for (const release of Object.keys(arrived).flatMap(releasesOf)) {
    trackedRelease(release).release = release;
  }
  const [shell] = releasesOf('shell');
  // The first shell in the release map is the one that the page was rendered with.
  if (shell && !runningShell()) startedUsing(shell);
}

/** The entry script of a release was requested before it is needed. */
export function entryRequested(release: ReleaseName, entry: Promise<void>): void {
  const tracked = trackedRelease(release);
  tracked.state = { name: 'fetching', entry };
  entry.then(
    () => {
      if (tracked.state.name === 'fetching') tracked.state = { name: 'fetched', entry };
    },
    () => {
      if (tracked.state.name === 'fetching') tracked.state = { name: 'known' };
      if (tracked.state.name === 'in-use') tracked.state = { name: 'in-use' };
    },
  );
}

/** A piece of one of the release's scripts has arrived. */
export function pieceArrived(release: ReleaseName): void {
  trackedRelease(release).pieces += 1;
}

/** The app's screens are now loaded from this release alone. A failed release stays `failed`. */
export function startedUsing(release: ReleaseName): void {
  for (const { app, version, state } of trackedReleases()) {
    if (app === release.app && state.name === 'in-use')
      trackedRelease({ app, version }).state = known;
  }
  const tracked = trackedRelease(release);
  const { state } = tracked;
  if (state.name === 'failed') return;
  tracked.state = { name: 'in-use', entry: 'entry' in state ? state.entry : undefined };
}

/** The release did not load, or one of its screens threw. A retry runs its scripts again. */
export function releaseFailed(release: ReleaseName): void {
  const tracked = trackedRelease(release);
  tracked.state = { name: 'failed', retryAfter: Date.now() + backOffMs };
  tracked.failures += 1;
  tracked.screens.clear();
  notify();
}

/** The user opened a screen of this remote. Releases that failed long enough ago are retried. */
export function navigated(remote: string): void {
  for (const tracked of trackedReleases()) {
    if (tracked.state.name === 'failed' && tracked.state.retryAfter < Date.now())
      tracked.state = known;
  }
  if (!chosenRelease(remote)) retryRequested(remote);
}

/** All releases of a remote are retried, even those that failed a moment ago. */
export function retryRequested(remote: string): void {
  for (const tracked of releasesOf(remote).map(trackedRelease)) {
    if (tracked.state.name === 'failed') tracked.state = known;
  }
  notify();
}

/** The server has deleted files of the shell that runs this page. */
export function shellDeleted(release: ReleaseName): void {
  trackedRelease(release).state = { name: 'deleted' };
  notify();
}

/** The prerendered HTML of this screen will not be hydrated. */
export function prerenderedGivenUp(id: ScreenId, state: PrerenderedState): void {
  store.prerendered.set(id, state);
  notify();
}

const known = { name: 'known' } as const;

function notify(): void {
  for (const listener of store.listeners) listener();
}
