import { pageBlocks } from '@kargo/shared-types/page/page-blocks';
import type { RemoteName } from '@kargo/shared-types/page/screens';
import type { PageRelease, ReleaseMap } from '@kargo/shared-types/releases/page-release';
import type { ReleaseName } from '@kargo/shared-types/releases/release';
import { releaseMapPath } from '@kargo/shared-types/releases/release-addresses';
import { releaseMapArrived, retryRequested } from './release-transitions.ts';
import { folderOf, releasesOf, trackedRelease } from './tracked-releases.ts';

/** How long a navigation waits for the release map. */
const refreshWithinMs = 1000;

/** How long after pointing at a link a click needs no further check for a new release. */
const confirmedForMs = 2000;

/** The release that the server last confirmed as current, until the next navigation. */
let confirmed: (ReleaseName & { at: number }) | undefined;

/** Reads the release map from the JSON block that the gateway wrote into the page. */
export function readPageBlock(): void {
  const block = document.getElementById(pageBlocks.releaseMap);
  if (!block?.textContent) throw new Error(`The page has no block #${pageBlocks.releaseMap}`);
  releaseMapArrived(JSON.parse(block.textContent));
}

/** Fetches the release map again. The old one stays if the response is late or invalid. */
export async function refreshReleases(): Promise<void> {
  try {
    releaseMapArrived(await fetchReleaseMap());
  } catch (error) {
    console.warn('Failed to refresh the release map:', error);
  }
}

/**
 * Retries every release of a remote, including those published since the page was opened. A page
 * cannot run a module again that has failed in it, so it reloads.
 */
export async function retryRemote(remote: RemoteName): Promise<void> {
  await refreshReleases();
  const [current] = releasesOf(remote);
  if (current?.container?.type === 'module' && trackedRelease(current).failures > 0) {
    await fetchAgain(current);
    window.location.reload();
  } else retryRequested(remote);
}

/** Replaces the browser's copies of a release's files, which may be those that it refused. */
async function fetchAgain({ hashes = {}, ...release }: PageRelease): Promise<void> {
  const options = { cache: 'reload', signal: AbortSignal.timeout(refreshWithinMs) } as const;
  const files = Object.keys(hashes).map((file) => fetch(folderOf(release) + file, options));
  await Promise.allSettled(files);
}

/**
 * Asks the server whether a release is still current, unless it said so a moment ago. The page's
 * release map does not change.
 *
 * @throws when the server does not respond in time
 */
export async function isStillCurrent(release: PageRelease): Promise<boolean> {
  if (isConfirmed(release)) return true;
  const { [release.app]: [current] = [] } = await fetchReleaseMap();
  const isCurrent = current?.version === release.version;
  confirmed = isCurrent ? { ...release, at: Date.now() } : undefined;
  return isCurrent;
}

/** Whether `isStillCurrent` confirmed it in the last two seconds, and since the last navigation. */
export function wasCurrentJustNow(release: ReleaseName): boolean {
  const wasCurrent = isConfirmed(release);
  confirmed = undefined;
  return wasCurrent;
}

function isConfirmed({ app, version }: ReleaseName): boolean {
  if (confirmed?.app !== app || confirmed.version !== version) return false;
  return Date.now() - confirmed.at < confirmedForMs;
}

let asked: Promise<ReleaseMap> | undefined;

/** A tap on a link asks up to three times: pointer, focus and navigation share one request. */
function fetchReleaseMap(): Promise<ReleaseMap> {
  asked ??= requestReleaseMap().finally(() => {
    asked = undefined;
  });
  return asked;
}

async function requestReleaseMap(): Promise<ReleaseMap> {
  const response = await fetch(releaseMapPath, { signal: AbortSignal.timeout(refreshWithinMs) });
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  return response.json();
}
