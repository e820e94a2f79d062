import { isDeepStrictEqual } from 'node:util';
import { nameOf, type Problem, problemsOf } from '@kargo/release-log/contract/release-gate';
import { titleProblems } from '@kargo/release-log/contract/title-problems';
import type { HeldRecord } from '@kargo/release-log/log/app-record';
import type { LogState } from '@kargo/release-log/log/log-state';
import {
  canariesOf,
  currentVersion,
  recordedRelease,
  servedApps,
} from '@kargo/release-log/log/served-releases';
import type { Release } from '@kargo/shared-types/releases/release';
import type { Store } from './keys.ts';
import { type Pair, prerender } from './prerender.ts';
import { type Named, readCurrent, readSigned, readWhole } from './read-release.ts';
import { PartnerMissingError, RefusedError } from './refused-error.ts';

/** Published releases that are to be served, and how they are judged. */
export interface JudgedReleases extends Store {
  /** Their versions, by app. */
  versions: Record<string, string>;
  /** Whether a withdrawn version may be served again. */
  again?: boolean | undefined;
  /** Whether the shell is served from elsewhere, so that compatibility with it is not checked. */
  withoutShell?: boolean | undefined;
  /** Whether the shell may route to remotes that are not published here, such as those in a repository of their own. */
  isRemoteOptional?: boolean | undefined;
  /** Records that other publishers have offered or signed for the next entry, by app: see `makeCurrentTogether`. */
  partners?: Readonly<Record<string, HeldRecord>> | undefined;
  /** Runs the smoke test. Without a shell it is not run. */
  smokeTest?: SmokeTest | undefined;
  /** Why a screen may be larger than the shell allows; undefined if it may not. */
  acceptSize?: string | undefined;
  /** Whether a page that does not render, or a title that is missing or not unique, does not block them: for a rollback. */
  force?: boolean | undefined;
}

/** Opens the screens of some apps in a browser. */
export type SmokeTest = (task: SmokeTestTask, apps: string[]) => Promise<SmokeTestResult>;

interface SmokeTestTask {
  /** The versions that would be served together, by app. */
  site: Record<string, string>;
  /** The versions that are served now, by app. */
  current: Record<string, string>;
  /** Whether a screen that is larger than the shell allows is a warning only. */
  acceptSize: boolean;
}

export interface SmokeTestResult {
  /** The screens that were opened, such as `marketing/Home`. */
  opened: string[];
  problems: Problem[];
  /** Findings that do not stop the release, one sentence each. */
  warnings: string[];
}

export type Candidate = Release & { hash: string };

/**
 * Returns a function that reads releases, verifies their signatures and hashes their files, which the store may have
 * changed: each once, however often it is called.
 */
export function candidateReader({ store, keys }: Store) {
  const known = new Map<string, Promise<Candidate>>();
  return ({ versions, partners = {} }: Pick<JudgedReleases, 'versions' | 'partners'>) => {
    const others = Object.values(partners).map(({ record }) => record);
    const all = [
      ...others.map(({ app, current }) => ({ app, version: current?.version ?? '' })),
      ...Object.entries(versions).map(([app, version]) => ({ app, version })),
    ];
    const reading = all.map((of) => {
      const name = nameOf(of);
      const candidate = known.get(name) ?? readWhole(store, of, keys);
      known.set(name, candidate);
      return candidate;
    });
    return Promise.all(reading);
  };
}

export interface Judgement {
  /** The pairs of shell and remote that change. */
  pairs: Pair[];
  /** Undefined if the smoke test was not run. */
  tested: SmokeTestResult | undefined;
}

/**
 * Judges releases with those that are current: whether they are compatible, their pages render, and their screens pass
 * the smoke test. The pages are stored.
 *
 * @param before an earlier judgement of the same releases; if the others are the same, the smoke test is not run again
 * @throws {RefusedError} when one of them may not be served
 */
export async function judgeReleases(
  releases: JudgedReleases,
  candidates: readonly Candidate[],
  state: LogState,
  before?: Judgement,
): Promise<Judgement> {
  const { force = false } = releases;
  const site = await siteWith(releases, candidates, state);
  const apps = candidates.map(({ app }) => app);
  const pairs = pairsOf(site, apps);
  const rendered = prerender(releases, pairs);
  await (force ? rendered.catch(warn) : rendered);
  const others = await pairsWithCanaries(releases, site, apps, state);
  await prerender(releases, others).catch(warn);
  if (before && isDeepStrictEqual(before.pairs, pairs)) return before;
  return { pairs, tested: await openScreens(releases, site, state) };
}

const warn = ({ message }: Error) => console.warn(message);

/** Returns the releases that would be served together, by app. */
async function siteWith(
  releases: JudgedReleases,
  candidates: readonly Candidate[],
  state: LogState,
): Promise<Map<string, Release>> {
  const { again = false, withoutShell = false, force = false } = releases;
  const chosen = new Map<string, Release>(candidates.map((it) => [it.app, it]));
  const site = new Map([...chosen, ...(await readCurrent(releases, state)), ...chosen]);
  if (withoutShell) site.delete('shell');
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
  const missing = chosen.has('shell') ? missingRemotes(site) : '';
  // The first shell opens the site, whatever of it is there.
  const isOptional = releases.isRemoteOptional || currentVersion(state, 'shell') === undefined;
  if (missing && isOptional) console.warn(missing);
  else if (missing) problems.push(`${missing}: release both together.`);
  refuse(problems, own.length > 0 ? RefusedError : PartnerMissingError);
  return site;
}

export function withdrawnProblem(state: LogState, named: Named): Problem | undefined {
  const { app, version } = named;
  const withdrawn = recordedRelease(state, app, version)?.withdrawn;
  if (withdrawn === undefined) return undefined;
  return `${nameOf(named)} was withdrawn (${withdrawn}): "pnpm release ${app} --to ${version} --again" brings it back.`;
}

/** Says which screens the shell routes to whose remote was never published; empty if there are none. */
function missingRemotes(site: ReadonlyMap<string, Release>): string {
  const shell = site.get('shell');
  const routed = (shell?.routes ?? []).filter((screen) => !site.has(screen.split('/')[0] ?? ''));
  if (!shell || routed.length === 0) return '';
  return `${nameOf(shell)} routes to ${routed.join(', ')}, but no such remote is part of the site`;
}

/** Returns the pairs of shell and remote that change when these apps do. */
function pairsOf(site: ReadonlyMap<string, Release>, changed: readonly string[]): Pair[] {
  const shell = site.get('shell');
  if (!shell) return [];
  // The shell is its own pair, for the pages that show no remote.
  return [...site.values()]
    .filter(({ app }) => changed.includes('shell') || changed.includes(app))
    .map(({ app, version }) => ({ shell: shell.version, app, version }));
}

/** @returns undefined if no browser was used */
async function openScreens(
  { smokeTest, versions, acceptSize }: JudgedReleases,
  site: ReadonlyMap<string, Release>,
  state: LogState,
): Promise<SmokeTestResult | undefined> {
  if (!smokeTest || !site.has('shell')) return undefined;
  const served = [...site.values()].map(({ app, version }) => [app, version]);
  const current = servedApps(state).map((app) => [app, currentVersion(state, app) ?? '']);
  const task = {
    site: Object.fromEntries(served),
    current: Object.fromEntries(current),
    acceptSize: acceptSize !== undefined,
  };
  const result = await smokeTest(task, Object.keys(versions));
  refuse(result.problems);
  return result;
}

/** Returns the pairs of a release that changes and the compatible canary of another app. */
async function pairsWithCanaries(
  { store, keys }: Store,
  site: ReadonlyMap<string, Release>,
  changed: readonly string[],
  state: LogState,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (const [app, { version }] of canariesOf(state)) {
    if (changed.includes(app)) continue;
    const canary = await readSigned(store, { app, version }, keys).catch(() => undefined);
    if (!canary) continue;
    for (const other of site.values()) {
      const both = new Map([canary, other].map((it) => [it.app, it]));
      if (changed.includes(other.app) && problemsOf(canary, both).length === 0)
        pairs.push(...pairsOf(both, [app === 'shell' ? other.app : app]));
    }
  }
  return pairs;
}

function refuse(problems: readonly Problem[], Refusal = RefusedError): void {
  if (problems.length > 0) throw new Refusal([...new Set(problems)].join('\n'));
}
