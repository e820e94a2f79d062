import { readEndedCanary } from '@kargo/release-log/log/ended-canary';
import type { LogState } from '@kargo/release-log/log/read-log';
import {
  canariesOf,
  currentVersion,
  loggedRelease,
  servedApps,
} from '@kargo/release-log/log/served-releases';
import { nameOf, type Problem, problemsOf } from '@kargo/release-log/rules/release-gate';
import { arrivalOf } from '@kargo/release-log/rules/rollout';
import type { SmokeTestResult, SmokeTestTask } from '@kargo/release-log/rules/smoke-test';
import { titleProblems } from '@kargo/release-log/rules/title-problems';
import {
  type ReleaseName,
  type Releases,
  type StoredRelease,
  shellOf,
} from '@kargo/shared-types/releases/release';
import { timeIn } from './change-record.ts';
import type { KeyedStore } from './keys.ts';
import { type Pair, prerender } from './prerender.ts';
import { readCurrent, readSigned, readWhole, type SignedRelease } from './read-release.ts';
import { PartnerMissingError, RefusedError } from './refused-error.ts';

/** Published releases that are to be served, and how to judge them. */
export interface JudgedReleases extends KeyedStore {
  /** The versions, by app. */
  versions: Record<string, string>;
  /** Whether a withdrawn version may be served again. */
  again?: boolean | undefined;
  /** Whether a development server has the shell, so that compatibility with it is not checked. */
  withoutShell?: boolean | undefined;
  /** Whether the shell may route to unpublished remotes, such as ones in their own repositories. */
  isRemoteOptional?: boolean | undefined;
  /** Runs the smoke test; skipped without a shell. */
  smokeTest?: SmokeTest | undefined;
  /** Why a screen may exceed the shell's limit; undefined if it may not. */
  acceptSize?: string | undefined;
  /** Whether to tolerate pages that do not render and missing or duplicate titles, to go back. */
  force?: boolean | undefined;
}

/** Opens the screens of some apps in a browser. */
export type SmokeTest = (task: SmokeTestTask, apps: string[]) => Promise<SmokeTestResult>;

/** Reads releases, and verifies their signatures and the hashes of all files. */
export const readCandidates = ({
  store,
  keys,
  versions,
}: JudgedReleases): Promise<SignedRelease[]> =>
  Promise.all(
    Object.entries(versions).map(([app, version]) => readWhole(store, { app, version }, keys)),
  );

/**
 * Judges releases with the current ones: they must be compatible, pages must render, and
 * screens must pass the smoke test. Stores the pages.
 *
 * @returns the result of the smoke test; undefined if it did not run
 * @throws {RefusedError} when one of them may not be served
 */
export async function judgeReleases(
  releases: JudgedReleases,
  candidates: readonly SignedRelease[],
  state: LogState,
): Promise<SmokeTestResult | undefined> {
  const { force = false } = releases;
  const byTime = await byClock(releases, state);
  const site = await siteWith(releases, candidates, state, byTime);
  const apps = candidates.map(({ app }) => app);
  const pairs = pairsOf(site, apps);
  const rendered = prerender(releases, pairs);
  await (force ? rendered.catch(warn) : rendered);
  const named = [...canariesOf(state)].map(([app, { version }]) => ({ app, version }));
  const others = [...(await readNamed(releases, named)), ...byTime];
  await prerender(releases, pairsWith(others, site, apps)).catch(warn);
  return openScreens(releases, site, state, byTime);
}

export const warn = ({ message }: Error) => console.warn(message);

/** Returns the releases that would be served together, by app. */
async function siteWith(
  releases: JudgedReleases,
  candidates: readonly SignedRelease[],
  state: LogState,
  byTime: readonly StoredRelease[],
): Promise<Map<string, StoredRelease>> {
  const { store, keys, again = false, withoutShell = false, force = false } = releases;
  const shell = state.withheld.get('shell');
  if (shell && !candidates.some(({ app }) => app === 'shell'))
    throw new RefusedError(`Nothing can be judged without the shell: ${shell.problem}`);
  const chosen = new Map<string, StoredRelease>(candidates.map((it) => [it.app, it]));
  const site = new Map([...chosen, ...(await readCurrent(releases, state)), ...chosen]);
  const version = currentVersion(state, 'shell');
  if (withoutShell) site.delete('shell');
  // Its absence would hide every misfit: this throws the reason.
  else if (version !== undefined && !site.has('shell') && !force)
    site.set('shell', await readSigned(store, { app: 'shell', version }, keys));
  const problemsIn = (apps: typeof site) =>
    candidates.flatMap((it) => [
      ...problemsOf(it, apps),
      ...(force ? [] : titleProblems(it, apps)),
    ]);
  const own: Problem[] = candidates.flatMap(
    (candidate) => (again ? undefined : withdrawnProblem(state, candidate)) ?? [],
  );
  own.push(...problemsIn(chosen));
  const problems = [...own, ...problemsIn(site)];
  for (const other of byTime) problems.push(...problemsIn(new Map(site).set(other.app, other)));
  const missing = chosen.has('shell') ? missingRemotes(site) : '';
  // The first shell opens the site without its remotes, and a withheld app may come back unchanged.
  const isFirst = currentVersion(state, 'shell') === undefined;
  const isOptional = releases.isRemoteOptional || isFirst || state.withheld.size > 0;
  if (missing && isOptional) console.warn(missing);
  else if (missing) problems.push(`${missing}: release both together.`);
  refuse(problems, own.length > 0 ? RefusedError : PartnerMissingError);
  return site;
}

export function withdrawnProblem(state: LogState, named: ReleaseName): Problem | undefined {
  const { app, version } = named;
  const withdrawn = loggedRelease(state, app, version)?.withdrawn;
  if (withdrawn === undefined) return undefined;
  return `${nameOf(named)} was withdrawn (${withdrawn}): "pnpm release ${app} --to ${version} --again" brings it back.`;
}

/** Names the screens that the shell routes to and whose remotes are missing; empty if none. */
function missingRemotes(site: Releases): string {
  const shell = shellOf(site);
  const routed = (shell?.routes ?? []).filter((screen) => !site.has(screen.split('/')[0] ?? ''));
  if (!shell || routed.length === 0) return '';
  return `${nameOf(shell)} routes to ${routed.join(', ')}, but no such remote is part of the site`;
}

/** Returns the pairs of shell and remote that change when these apps do. */
function pairsOf(site: Releases, changed: readonly string[]): Pair[] {
  const shell = site.get('shell');
  if (!shell) return [];
  // The shell alone is also a pair, for the pages without a remote.
  return [...site.values()]
    .filter(({ app }) => changed.includes('shell') || changed.includes(app))
    .map(({ app, version }) => ({ shell: shell.version, app, version }));
}

/**
 * Opens the screens in the site, then with each release that a rollout soon makes current.
 *
 * @returns undefined if no browser is used
 */
async function openScreens(
  { smokeTest, versions, acceptSize }: JudgedReleases,
  site: Releases,
  state: LogState,
  byTime: readonly StoredRelease[],
): Promise<SmokeTestResult | undefined> {
  if (!smokeTest || !site.has('shell')) return undefined;
  const served = [...site.values()].map(({ app, version }) => [app, version]);
  const current = servedApps(state).map((app) => [app, currentVersion(state, app) ?? '']);
  const opened = new Set<string>();
  const warnings = new Set<string>();
  for (const other of [undefined, ...byTime]) {
    const inPlace = other ? [[other.app, other.version]] : [];
    const task = {
      site: Object.fromEntries([...served, ...inPlace]),
      current: Object.fromEntries([...current, ...inPlace]),
      acceptSize: acceptSize !== undefined,
    };
    const result = await smokeTest(task, Object.keys(versions));
    refuse(result.problems.map((it) => (other ? `With ${nameOf(other)}: ${it}` : it)));
    for (const it of result.opened) opened.add(it);
    for (const it of result.warnings) warnings.add(it);
  }
  return { opened: [...opened], problems: [], warnings: [...warnings] };
}

/** Pairs each changing release with compatible ones of other apps that some visitors get. */
function pairsWith(
  others: readonly StoredRelease[],
  site: Releases,
  changed: readonly string[],
): Pair[] {
  const pairs: Pair[] = [];
  for (const other of others.filter(({ app }) => !changed.includes(app))) {
    for (const it of site.values()) {
      const both = new Map([other, it].map((release) => [release.app, release]));
      if (changed.includes(it.app) && problemsOf(other, both).length === 0)
        pairs.push(...pairsOf(both, [other.app === 'shell' ? it.app : other.app]));
    }
  }
  return pairs;
}

/** Longer than judging takes, during which a rollout may end. */
const soonMs = 10 * 60_000;

/**
 * Returns releases of other apps that a rollout will soon make current, or has replaced before any
 * record says so: a gateway with a wrong clock may serve them.
 */
async function byClock(on: JudgedReleases, state: LogState): Promise<StoredRelease[]> {
  const soon = timeIn(on.store) + soonMs;
  const named: ReleaseName[] = [];
  for (const [app, { record, signed = record }] of state.records) {
    const { current, next } = signed;
    if (app in on.versions || !next?.rollout || !(soon >= arrivalOf(next.rollout))) continue;
    if (await readEndedCanary(on.store, app, next).catch(() => undefined)) continue;
    for (const { version } of [current ?? [], next].flat())
      if (version !== record.current?.version) named.push({ app, version });
  }
  return readNamed(on, named);
}

async function readNamed({ store, keys }: KeyedStore, named: readonly ReleaseName[]) {
  const read = (of: ReleaseName) => readSigned(store, of, keys).catch(() => []);
  return (await Promise.all(named.map(read))).flat();
}

function refuse(problems: readonly Problem[], Refusal = RefusedError): void {
  if (problems.length > 0) throw new Refusal([...new Set(problems)].join('\n'));
}
