import { hostname, userInfo } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { Release } from 'shared-types/releases/release';
import { nameOf, type Problem, problemsOf } from 'shared-types/releases/release-gate';
import {
  currentVersion,
  type ReleaseMap,
  type ReleaseRecord,
} from 'shared-types/releases/release-map';
import { explainDiskFull } from './disk-full.ts';
import type { Keys } from './keys.ts';
import { type Pair, prerender } from './prerender.ts';
import { RefusedError } from './refused-error.ts';
import { damageTo } from './release-hashes.ts';
import { readReleaseMap, withCurrent, writeReleaseMap } from './release-map.ts';
import { withReleaseMapLock } from './release-map-lock.ts';
import { readSigned } from './release-store.ts';

export interface Change {
  /** Folder of all releases. */
  releases: string;
  /** The published versions that become current, by app. */
  versions: Record<string, string>;
  keys: Keys;
  /** Reason to withdraw the replaced releases, so that they are no fallback; undefined to keep them. */
  withdraw?: string;
  /** Whether a withdrawn version may become current again. */
  again?: boolean;
  /** Whether the shell is served from elsewhere, so that compatibility with it is not checked. */
  withoutShell?: boolean | undefined;
  /**
   * Runs the smoke test of these apps' screens with the new map, and returns its problems. Without a
   * shell it is not run.
   */
  smokeTest?: ((map: ReleaseMap, apps: string[]) => Promise<Problem[]>) | undefined;
  /**
   * Whether they become current even if prerendering a page fails. A rollback must not be blocked by
   * that, and the browser renders missing pages.
   */
  force?: boolean;
}

/**
 * Makes published releases current in one step, after they were checked, their pages rendered and their
 * screens opened. The replaced releases are kept as fallbacks.
 *
 * @param readCandidate reads the releases that become current, see `candidateReader`
 * @returns the new map
 * @throws {RefusedError} when one of them may not be served; then the map is unchanged
 */
export async function makeCurrent(
  change: Change,
  readCandidate = candidateReader(change),
): Promise<ReleaseMap> {
  const { releases, versions, smokeTest, force = false } = change;
  const candidates = await Promise.all(
    Object.entries(versions).map(([app, version]) => readCandidate(app, version)),
  );
  // Rendering takes too long to hold the lock, so another publish may change the map meanwhile.
  for (;;) {
    const map = await readReleaseMap(releases);
    const site = await judge(change, candidates, map);
    const pairs = pairsOf(site, versions);
    const rendered = prerender(releases, pairs);
    await (force ? rendered.catch((error) => process.emitWarning(error)) : rendered);
    if (smokeTest && site.has('shell')) {
      refuse(await smokeTest(nextMap(change, map), Object.keys(versions)));
    }
    const made = await explainDiskFull(releases, mapBytes, () =>
      withReleaseMapLock(releases, () => replaceMap(change, candidates, pairs)),
    );
    if (made) return made;
  }
}

/**
 * Returns a function that reads a release, verifies its signature and hashes its files: once, however
 * often it is called. They were hashed before, when the release was stored, but the disk may have changed them
 * since.
 */
export function candidateReader({ releases, keys }: Pick<Change, 'releases' | 'keys'>) {
  const known = new Map<string, Promise<Release>>();
  const read = async (app: string, version: string): Promise<Release> => {
    const release = await readSigned(releases, app, version, keys);
    refuse(await damageTo(releases, release));
    return release;
  };
  return (app: string, version: string): Promise<Release> => {
    const name = nameOf({ app, version });
    const reading = known.get(name) ?? read(app, version);
    known.set(name, reading);
    return reading;
  };
}

/**
 * Returns the releases that would be served together, by app.
 *
 * @throws {RefusedError} when one of the candidates may not be served with the others
 */
async function judge(
  { releases, versions, keys, again = false, withoutShell = false }: Change,
  candidates: readonly Release[],
  map: ReleaseMap,
): Promise<Map<string, Release>> {
  const site = new Map<string, Release>();
  for (const candidate of candidates) site.set(candidate.app, candidate);
  for (const app of Object.keys(map.apps)) {
    const version = currentVersion(map, app) ?? '';
    if (app in versions) continue;
    const release = await readSigned(releases, app, version, keys).catch(() => undefined);
    if (release) site.set(app, release);
  }
  if (withoutShell) site.delete('shell');
  const problems: Problem[] = [];
  for (const candidate of candidates) {
    const { app, version } = candidate;
    const withdrawn = map.apps[app]?.find((it) => it.version === version)?.withdrawn;
    if (withdrawn !== undefined && !again)
      problems.push(
        `${nameOf(candidate)} was withdrawn (${withdrawn}): --to ${version} --again brings it back.`,
      );
    problems.push(...problemsOf(candidate, site));
  }
  refuse(problems);
  return site;
}

/**
 * Writes the new map, and returns it. Returns undefined, without writing, if the map has changed so that
 * other pairs than the rendered ones would be shown. Needs the lock.
 */
async function replaceMap(
  change: Change,
  candidates: readonly Release[],
  rendered: Pair[],
): Promise<ReleaseMap | undefined> {
  const { releases, versions } = change;
  const map = await readReleaseMap(releases);
  const site = await judge(change, candidates, map);
  if (!isDeepStrictEqual(pairsOf(site, versions), rendered)) return undefined;
  const next = nextMap(change, map);
  if (isDeepStrictEqual(next.apps, map.apps)) return map;
  await writeReleaseMap(releases, next);
  return next;
}

function nextMap({ versions, smokeTest, withdraw }: Change, map: ReleaseMap): ReleaseMap {
  const hasShell = 'shell' in versions || currentVersion(map, 'shell') !== undefined;
  const passed = smokeTest && hasShell ? 'all' : 'without-browser';
  return withCurrent(map, versions, { ...stamp(), passed }, withdraw);
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new RefusedError([...new Set(problems)].join('\n'));
}

/** Returns the pairs of shell and remote that change when these versions become current. */
function pairsOf(site: ReadonlyMap<string, Release>, versions: Record<string, string>): Pair[] {
  const shell = site.get('shell');
  if (!shell) return [];
  const remotes = [...site.values()].filter(({ app }) => app !== 'shell');
  return remotes
    .filter(({ app }) => 'shell' in versions || app in versions)
    .map(({ app, version }) => ({ shell: shell.version, remote: app, version }));
}

/** Returns the current time and user, for a record in the map. */
function stamp(): Required<Pick<ReleaseRecord, 'at' | 'by'>> {
  return { at: new Date().toISOString(), by: `${userName()}@${hostname()}` };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a number that has no name.
    return String(process.getuid?.());
  }
}

/** Disk space for a new map beside the old one, and for the lock. */
const mapBytes = 16 * 1024;
