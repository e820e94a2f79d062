import type { ReleaseCandidates } from 'shared-types/release';
import { pageBlocks, releaseMapPath } from 'shared-types/release-addresses';
import type { RemoteName } from 'shared-types/screens';
import type { ReleaseName } from 'shared-types/script-loading';

export interface Release extends ReleaseName {
  /** Absolute address of the entry script. */
  url: string;
}

type Releases = Partial<Record<string, Release[]>>;

/** How long a navigation waits to hear of a new release. */
const refreshWithinMs = 1000;

let releases: Releases | undefined;
/** Version of the shell that runs, as the page's own block says; undefined in development. */
let ownShell: string | undefined;

/** Says what there is to load from; in a page it is the block that the gateway wrote into it. */
export function provideReleases(candidates: ReleaseCandidates): void {
  releases = Object.fromEntries(
    Object.entries(candidates).map(([app, ofApp = []]) => [
      app,
      ofApp.map(({ url, version }) => ({ app, version, url: absolute(url) })),
    ]),
  );
  ownShell ??= candidates.shell?.[0]?.version;
}

/** Whether another shell has been published since the page was opened. */
export function isShellReplaced(): boolean {
  return known().shell?.[0]?.version !== ownShell;
}

/** What a remote may be loaded from, the current release first; nothing if it was never published. */
export function releasesOf(remote: RemoteName): Release[] {
  return known()[remote] ?? [];
}

/** Whether a release is the one before the current one. */
export function isFallback({ app, version }: ReleaseName): boolean {
  return known()[app]?.[1]?.version === version;
}

/** Takes up what was published since. What is known stays in force when the answer is late or bad. */
export async function refreshReleases(): Promise<void> {
  try {
    // Nobody is told: what is on the screen stays until the navigation that waits for this is done.
    provideReleases(await fetchCandidates());
  } catch (error) {
    console.warn('Failed to refresh the release map:', error);
  }
}

/**
 * Whether a release is the current one still. What was published since is not taken up.
 *
 * @throws when the site does not answer
 */
export async function isStillCurrent({ app, version }: ReleaseName): Promise<boolean> {
  return (await fetchCandidates())[app]?.[0]?.version === version;
}

async function fetchCandidates(): Promise<ReleaseCandidates> {
  const response = await fetch(releaseMapPath, { signal: AbortSignal.timeout(refreshWithinMs) });
  if (!response.ok) throw new Error(`The release map answered ${response.status}`);
  return response.json();
}

/** Origins that releases come from. */
export function releaseOrigins(): ReadonlySet<string> {
  const urls = Object.values(known()).flatMap((ofApp = []) => ofApp.map(({ url }) => url));
  return new Set([absolute(''), absolute(ownFolder()), ...urls].map((url) => new URL(url).origin));
}

declare const __webpack_public_path__: string;

/** Where the shell itself came from: in development another origin than the page. */
function ownFolder(): string {
  return typeof __webpack_public_path__ === 'string' ? __webpack_public_path__ : '';
}

function absolute(url: string): string {
  const base = typeof window === 'undefined' ? 'http://localhost' : window.location.href;
  return new URL(url, base).href;
}

function known(): Releases {
  if (!releases) provideReleases(readPageBlock());
  return releases ?? {};
}

function readPageBlock(): ReleaseCandidates {
  const block = document.getElementById(pageBlocks.releaseMap);
  if (!block?.textContent) throw new Error(`The page has no block #${pageBlocks.releaseMap}`);
  return JSON.parse(block.textContent);
}
