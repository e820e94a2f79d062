import type { RemoteName } from 'shared-types/page/screens';
import type { ReleaseName } from 'shared-types/page/script-loading';
import type { ReleaseCandidates } from 'shared-types/releases/release';
import { pageBlocks, releaseMapPath } from 'shared-types/releases/release-addresses';
import { recordOf } from './release-records.ts';
import { candidatesArrived, currentChecked, retryRequested } from './release-transitions.ts';

/** How long a navigation waits to hear of a new release. */
const refreshWithinMs = 1000;

/** How long a visitor may take from pointing at a link to following it. */
const confirmedForMs = 2000;

/** Reads what there is to load from out of the block that the gateway wrote into the page. */
export function readPageBlock(): void {
  const block = document.getElementById(pageBlocks.releaseMap);
  if (!block?.textContent) throw new Error(`The page has no block #${pageBlocks.releaseMap}`);
  candidatesArrived(JSON.parse(block.textContent));
}

/** Takes up what was published since. What is known stays in force when the answer is late or bad. */
export async function refreshReleases(): Promise<void> {
  try {
    candidatesArrived(await fetchCandidates());
  } catch (error) {
    console.warn('Failed to refresh the release map:', error);
  }
}

/** Has every release of a remote tried again, those that were published since included. */
export async function retryRemote(remote: RemoteName): Promise<void> {
  await refreshReleases();
  retryRequested(remote);
}

/**
 * Whether a release is the current one still. What was published since is not taken up.
 *
 * @throws when the site does not answer
 */
export async function isStillCurrent(release: ReleaseName): Promise<boolean> {
  const [current] = (await fetchCandidates())[release.app] ?? [];
  const isCurrent = current?.version === release.version;
  currentChecked(release, isCurrent);
  return isCurrent;
}

/** Whether `isStillCurrent` said so a moment ago, so that one navigation, this one, need not ask again. */
export function wasCurrentJustNow(release: ReleaseName): boolean {
  const { confirmedAt } = recordOf(release);
  currentChecked(release, false);
  return Date.now() - confirmedAt < confirmedForMs;
}

async function fetchCandidates(): Promise<ReleaseCandidates> {
  const response = await fetch(releaseMapPath, { signal: AbortSignal.timeout(refreshWithinMs) });
  if (!response.ok) throw new Error(`The release map answered ${response.status}`);
  return response.json();
}
