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
  /** By app the published version that becomes current. */
  versions: Record<string, string>;
  keys: Keys;
  /** Why nothing falls back any more on what is left; undefined when it may. */
  withdraw?: string;
  /** Whether a version that was withdrawn may come back. */
  again?: boolean;
  /** Whether the shell is not served from here, so that nobody has to go with it. */
  withoutShell?: boolean | undefined;
  /**
   * Tries the screens of these apps out with the map as it would be, and says what is wrong. Without a
   * shell there is nothing to try.
   */
  smokeTest?: ((map: ReleaseMap, apps: string[]) => Promise<Problem[]>) | undefined;
  /**
   * Whether they become current even if a page does not render: nothing may be in the way of who
   * goes back, and the browser draws what is missing.
   */
  force?: boolean;
}

/**
 * Makes published releases current, all in one step, once they were judged and the pages that they are
 * part of are rendered. Those they replace can be fallen back on.
 *
 * @returns the map as it is then
 * @throws {RefusedError} when one may not be served; the map stays as it is then
 */
export async function makeCurrent(change: Change): Promise<ReleaseMap> {
  const { releases, force = false } = change;
  // Rendering takes too long for the lock, so another publish may come in between.
  for (;;) {
    const map = await readReleaseMap(releases);
    const site = await judge(change, map);
    const pairs = pairsOf(site, change.versions);
    const rendered = prerender(releases, pairs);
    await (force ? rendered.catch((error) => process.emitWarning(error)) : rendered);
    if (change.smokeTest && site.has('shell')) {
      refuse(await change.smokeTest(nextMap(change, map), Object.keys(change.versions)));
    }
    const made = await explainDiskFull(releases, mapBytes, () =>
      withReleaseMapLock(releases, () => replaceMap(change, pairs)),
    );
    if (made) return made;
  }
}

/** Does nothing when something else than these pairs would be shown by now. Needs the lock. */
async function replaceMap(change: Change, rendered: Pair[]): Promise<ReleaseMap | undefined> {
  const { releases, versions } = change;
  const map = await readReleaseMap(releases);
  if (!isDeepStrictEqual(pairsOf(await judge(change, map), versions), rendered)) return undefined;
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

/**
 * The releases that would be served together, by app.
 *
 * @throws {RefusedError} when one of those that are to become current may not be served with the others
 */
async function judge(
  { releases, versions, keys, again = false, withoutShell = false }: Change,
  map: ReleaseMap,
): Promise<Map<string, Release>> {
  const site = new Map<string, Release>();
  const candidates: Release[] = [];
  for (const app of Object.keys({ ...map.apps, ...versions })) {
    if (withoutShell && app === 'shell') continue;
    const version = versions[app] ?? currentVersion(map, app) ?? '';
    const reading = readSigned(releases, app, version, keys);
    const release = app in versions ? await reading : await reading.catch(() => undefined);
    if (release) site.set(app, release);
    if (release && app in versions) candidates.push(release);
  }
  const problems: Problem[] = [];
  for (const candidate of candidates) {
    const { app, version } = candidate;
    const withdrawn = map.apps[app]?.find((it) => it.version === version)?.withdrawn;
    if (withdrawn !== undefined && !again)
      problems.push(
        `${nameOf(candidate)} was withdrawn (${withdrawn}): --to ${version} --again brings it back.`,
      );
    problems.push(...(await damageTo(releases, candidate)));
    problems.push(...problemsOf(candidate, site));
  }
  refuse(problems);
  return site;
}

/** Which shell is shown with which remotes, as far as one of these apps changes it. */
function pairsOf(site: ReadonlyMap<string, Release>, versions: Record<string, string>): Pair[] {
  const shell = site.get('shell');
  if (!shell) return [];
  const remotes = [...site.values()].filter(({ app }) => app !== 'shell');
  return remotes
    .filter(({ app }) => 'shell' in versions || app in versions)
    .map(({ app, version }) => ({ shell: shell.version, remote: app, version }));
}

/** When something was done, and by whom. */
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

/** Room for a new map beside the old one, and for the lock. */
const mapBytes = 16 * 1024;
