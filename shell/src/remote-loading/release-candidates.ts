import { pageBlocks } from '@kargo/shared-types/page/page-blocks';
import type { RemoteName } from '@kargo/shared-types/page/screens';
import type { ReleaseName } from '@kargo/shared-types/page/script-loading';
import type { ReleaseCandidates } from '@kargo/shared-types/releases/release';
import { releaseMapPath } from '@kargo/shared-types/releases/release-addresses';
import { type Release, runningShell } from './release-records.ts';
import { candidatesArrived, retryRequested } from './release-transitions.ts';

/** How long a navigation waits for the list of candidates. */
const refreshWithinMs = 1000;

/** How long after pointing at a link a click needs no further check for a new release. */
const confirmedForMs = 2000;

/** The release that the server last said is current, until the next navigation. */
let confirmed: (ReleaseName & { at: number }) | undefined;

/** Reads the candidates from the JSON block that the gateway wrote into the page. */
export function readPageBlock(): void {
  const block = document.getElementById(pageBlocks.releaseMap);
  if (!block?.textContent) throw new Error(`The page has no block #${pageBlocks.releaseMap}`);
  candidatesArrived(JSON.parse(block.textContent));
}

/** Fetches the candidates again. They stay as they are if the response is late or invalid. */
export async function refreshReleases(): Promise<void> {
  try {
    candidatesArrived(await fetchCandidates());
  } catch (error) {
    console.warn('Failed to refresh the candidates:', error);
  }
}

/** Retries every release of a remote, including those published since the page was opened. */
export async function retryRemote(remote: RemoteName): Promise<void> {
  await refreshReleases();
  retryRequested(remote);
}

/**
 * Asks the server whether a release is still current, unless it said so a moment ago, and what styles it has. The
 * page's candidates do not change.
 *
 * @throws when the server does not respond in time
 */
export async function isStillCurrent(release: Release): Promise<boolean> {
  if (isConfirmed(release)) return true;
  const { shell: [shell] = [], [release.app]: [current] = [] } = await fetchCandidates();
  const isCurrent = current?.version === release.version;
  // Another shell may have another theme.
  if (isCurrent && shell?.version === runningShell()?.version) release.styles = current.styles;
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

let asked: Promise<ReleaseCandidates> | undefined;

/** A tap on a link asks up to three times: pointer, focus and navigation share one request. */
function fetchCandidates(): Promise<ReleaseCandidates> {
  asked ??= requestCandidates().finally(() => {
    asked = undefined;
  });
  return asked;
}

async function requestCandidates(): Promise<ReleaseCandidates> {
  const response = await fetch(releaseMapPath, { signal: AbortSignal.timeout(refreshWithinMs) });
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  return response.json();
}
