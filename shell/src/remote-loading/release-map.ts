import type { ReleaseName } from 'shared-types/page/script-loading';
import type { ReleaseCandidates } from 'shared-types/releases/release';
import { pageBlocks, releaseMapPath } from 'shared-types/releases/release-addresses';

export interface Release extends ReleaseName {
  /** Absolute address of the entry script. */
  url: string;
  /** Of that script, as for the attribute of that name; none while the app is developed. */
  integrity?: string | undefined;
}

type Releases = Partial<Record<string, Release[]>>;

/** How long a navigation waits to hear of a new release. */
const refreshWithinMs = 1000;

/** How long a visitor may take from pointing at a link to following it. */
const confirmedForMs = 2000;

declare const __webpack_public_path__: string;

let releases: Releases | undefined;
/** Addresses of the folders of all releases that the page was told of so far, and of the shell that runs. */
const folders = new Set<string>();
if (typeof __webpack_public_path__ === 'string') folders.add(absolute(__webpack_public_path__));
/** The release that was last found to be current. */
let confirmed: (ReleaseName & { at: number }) | undefined;
/** Version of the shell that runs, as the page's own block says; undefined in development. */
let ownShell: string | undefined;

/** Says what there is to load from; in a page it is the block that the gateway wrote into it. */
export function provideReleases(candidates: ReleaseCandidates): void {
  releases = Object.fromEntries(
    Object.entries(candidates).map(([app, ofApp = []]) => [
      app,
      ofApp.map((candidate) => ({ app, ...candidate, url: absolute(candidate.url) })),
    ]),
  );
  for (const { url } of Object.values(releases).flatMap((ofApp = []) => ofApp)) {
    folders.add(url.slice(0, url.lastIndexOf('/') + 1));
  }
  ownShell ??= candidates.shell?.[0]?.version;
}

/** Whether another shell has been published since the page was opened. */
export function isShellReplaced(): boolean {
  return known().shell?.[0]?.version !== ownShell;
}

/** What a remote may be loaded from, the current release first; nothing if it was never published. */
export function releasesOf(remote: string): Release[] {
  return known()[remote] ?? [];
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
  const isCurrent = (await fetchCandidates())[app]?.[0]?.version === version;
  confirmed = isCurrent ? { app, version, at: Date.now() } : undefined;
  return isCurrent;
}

/** Whether `isStillCurrent` said so a moment ago, so that one navigation, this one, need not ask again. */
export function wasCurrentJustNow({ app, version }: ReleaseName): boolean {
  const last = confirmed;
  confirmed = undefined;
  const isRecent = last !== undefined && Date.now() - last.at < confirmedForMs;
  return isRecent && last.app === app && last.version === version;
}

async function fetchCandidates(): Promise<ReleaseCandidates> {
  const response = await fetch(releaseMapPath, { signal: AbortSignal.timeout(refreshWithinMs) });
  if (!response.ok) throw new Error(`The release map answered ${response.status}`);
  return response.json();
}

/** Whether a script belongs to a release that the page was told of, or to the shell that runs. */
export function isOfRelease(script: URL): boolean {
  known();
  return [...folders].some((folder) => script.href.startsWith(folder));
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
