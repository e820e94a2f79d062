import { isDeepStrictEqual } from 'node:util';
import { appendEntry, recordAfter } from 'release-log/log/append-entry';
import type { RecordedRelease } from 'release-log/log/log-entry';
import type { HeldRecord, LogState } from 'release-log/log/log-state';
import { readLog, readOn } from 'release-log/log/read-log';
import {
  currentRelease,
  currentVersion,
  recordedRelease,
  servedApps,
  withCurrent,
} from 'release-log/log/served-releases';
import type { ReleaseStore } from 'release-log/stores/release-store';
import type { Release } from 'shared-types/releases/release';
import { nameOf, type Problem, problemsOf } from 'shared-types/releases/release-gate';
import { explainDiskFull } from './disk-full.ts';
import { type Keys, keyFor, signerOf } from './keys.ts';
import { type Pair, prerender } from './prerender.ts';
import { readSigned } from './read-release.ts';
import { RefusedError } from './refused-error.ts';
import { damageTo } from './release-hashes.ts';

export interface Change {
  store: ReleaseStore;
  /** The published versions that become current, by app. */
  versions: Record<string, string>;
  keys: Keys;
  /** Reason to withdraw the replaced releases, so that they are no fallback; undefined to keep them. */
  withdraw?: string | undefined;
  /** Whether a withdrawn version may become current again. */
  again?: boolean | undefined;
  /** The log when the command began; by default as it is now. */
  began?: LogState | undefined;
  /** Whether it goes on if somebody else has changed one of the apps since the command began. */
  anyway?: boolean | undefined;
  /** Whether the shell is served from elsewhere, so that compatibility with it is not checked. */
  withoutShell?: boolean | undefined;
  /** Records that other publishers have signed for the next entry, by app, see `makeCurrentTogether`. */
  partners?: Readonly<Record<string, HeldRecord>> | undefined;
  /** Runs the smoke test. Without a shell it is not run. */
  smokeTest?: SmokeTest | undefined;
  /** Why a screen may be larger than the shell allows; undefined if it may not. */
  acceptSize?: string | undefined;
  /**
   * Whether they become current even if prerendering a page fails. A rollback must not be blocked by
   * that, and the browser renders missing pages.
   */
  force?: boolean | undefined;
}

/** Opens the screens of some apps in a browser. */
export type SmokeTest = (task: SmokeTestTask, apps: string[]) => Promise<SmokeTestResult>;

export interface SmokeTestTask {
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
  /** What somebody should look at, one sentence each. */
  warnings: string[];
}

type Candidate = Release & { hash: string };

/**
 * Makes published releases current in one step, after they were checked, their pages rendered and their
 * screens opened. The replaced releases are kept as fallbacks.
 *
 * @param readCandidate reads the releases that become current, see `candidateReader`
 * @returns the log with the new entry
 * @throws {RefusedError} when one of them may not be served, or when somebody else has changed one of the
 *   apps meanwhile; then nothing has changed
 */
export async function makeCurrent(
  change: Change,
  readCandidate = candidateReader(change),
): Promise<LogState> {
  const { store, versions, keys, force = false } = change;
  const candidates = await readCandidates(change, readCandidate);
  const { state: now } = await readLog(store, keys.publishers);
  const { began = now } = change;
  let tested: { pairs: Pair[]; result: SmokeTestResult | undefined } | undefined;
  // Another publisher may add an entry meanwhile. Then the candidates are judged with that.
  for (let state = now; ; state = (await readOn(store, keys.publishers, state)).state) {
    if (!change.anyway) refuseOverwriting(began, state, versions);
    const site = await judge(change, candidates, state);
    const apps = candidates.map(({ app }) => app);
    const pairs = pairsOf(site, apps);
    const rendered = prerender(store, pairs, keys);
    await (force ? rendered.catch((error) => process.emitWarning(error)) : rendered);
    if (!tested || !isDeepStrictEqual(tested.pairs, pairs)) {
      tested = { pairs, result: await openScreens(change, site, state) };
    }
    const records = await signRecords(change, candidates, state, tested.result);
    if (Object.keys(records).length === 0) return state;
    const isAdded = await explainDiskFull(store.name, entryBytes, () =>
      appendEntry(store, state, records),
    );
    if (isAdded) return (await readOn(store, keys.publishers, state)).state;
  }
}

export const readCandidates = (
  { versions, partners = {} }: Pick<Change, 'versions' | 'partners'>,
  readCandidate: ReturnType<typeof candidateReader>,
): Promise<Candidate[]> =>
  Promise.all(
    Object.entries({ ...versionsOf(partners), ...versions }).map(([app, version]) =>
      readCandidate(app, version),
    ),
  );

const versionsOf = (partners: NonNullable<Change['partners']>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(partners).map(([app, { record }]) => [app, record.current?.version ?? '']),
  );

/**
 * Returns a function that reads a release, verifies its signature and hashes its files: once, however
 * often it is called. They were hashed when the release was stored, but the store may have changed them since.
 */
export function candidateReader({ store, keys }: Pick<Change, 'store' | 'keys'>) {
  const known = new Map<string, Promise<Candidate>>();
  const read = async (app: string, version: string): Promise<Candidate> => {
    const release = await readSigned(store, { app, version }, keys);
    refuse(await damageTo(store, release));
    return release;
  };
  return (app: string, version: string): Promise<Candidate> => {
    const name = nameOf({ app, version });
    const reading = known.get(name) ?? read(app, version);
    known.set(name, reading);
    return reading;
  };
}

/** Refuses to replace a record of another version that somebody else has added since this began. */
function refuseOverwriting(
  began: LogState,
  state: LogState,
  versions: Record<string, string>,
): void {
  for (const [app, version] of Object.entries(versions)) {
    const record = state.records.get(app)?.record;
    if (!record || record.current?.version === version) continue;
    if (record.sequence === began.records.get(app)?.record.sequence) continue;
    const what = record.current
      ? `made ${app} ${record.current.version} current`
      : `removed ${app}`;
    throw new RefusedError(
      `${record.by} ${what} at ${record.at}, after this began: look at it, then add --anyway to replace it.`,
    );
  }
}

/**
 * Returns the releases that would be served together, by app.
 *
 * @throws {RefusedError} when one of the candidates may not be served with the others
 */
async function judge(
  { store, keys, again = false, withoutShell = false }: Change,
  candidates: readonly Candidate[],
  state: LogState,
): Promise<Map<string, Release>> {
  const site = new Map<string, Release>();
  for (const candidate of candidates) site.set(candidate.app, candidate);
  for (const app of servedApps(state)) {
    const version = currentVersion(state, app) ?? '';
    if (site.has(app)) continue;
    const release = await readSigned(store, { app, version }, keys).catch(() => undefined);
    if (release) site.set(app, release);
  }
  if (withoutShell) site.delete('shell');
  const problems: Problem[] = [];
  for (const candidate of candidates) {
    const { app, version } = candidate;
    const withdrawn = recordedRelease(state, app, version)?.withdrawn;
    if (withdrawn !== undefined && !again)
      problems.push(
        `${nameOf(candidate)} was withdrawn (${withdrawn}): --to ${version} --again brings it back.`,
      );
    problems.push(...problemsOf(candidate, site));
  }
  const missing = missingRemotes(site);
  // The first shell opens the site, whatever of it is there.
  if (currentVersion(state, 'shell') === undefined)
    for (const it of missing) process.emitWarning(it);
  else if (candidates.some(({ app }) => app === 'shell')) problems.push(...missing);
  refuse(problems);
  return site;
}

/** Returns the screens that the shell routes to, and whose remote was never published. */
function missingRemotes(site: ReadonlyMap<string, Release>): Problem[] {
  const shell = site.get('shell');
  const routed = (shell?.routes ?? []).filter((screen) => !site.has(screen.split('/')[0] ?? ''));
  if (!shell || routed.length === 0) return [];
  return [
    `${nameOf(shell)} routes to ${routed.join(', ')}, but no such remote is part of the site: release both together.`,
  ];
}

/** Returns the pairs of shell and remote that change when these apps do. */
function pairsOf(site: ReadonlyMap<string, Release>, changed: readonly string[]): Pair[] {
  const shell = site.get('shell');
  if (!shell) return [];
  // The shell is its own pair, for the pages that show no remote.
  return [...site.values()]
    .filter(({ app }) => changed.includes('shell') || changed.includes(app))
    .map(({ app, version }) => ({ shell: shell.version, remote: app, version }));
}

/** @returns undefined if no browser was used */
async function openScreens(
  { smokeTest, versions, acceptSize }: Change,
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

/**
 * Returns the signed records of the apps that change, by app.
 *
 * @param tested undefined if the smoke test was not run
 * @throws {RefusedError} when a partner's record was signed for another entry
 */
export async function signRecords(
  {
    keys,
    withdraw,
    acceptSize,
    partners = {},
  }: Pick<Change, 'keys' | 'withdraw' | 'acceptSize' | 'partners'>,
  candidates: readonly Candidate[],
  state: LogState,
  tested: SmokeTestResult | undefined,
): Promise<Record<string, string>> {
  const signed: Record<string, string> = {};
  for (const candidate of candidates) {
    const { app, version } = candidate;
    const partner = partners[app];
    if (partner) {
      if (partner.record.previous !== state.hash)
        throw new RefusedError(`${app} waits for another entry of the log.`);
      signed[app] = partner.jws;
      continue;
    }
    const before = state.records.get(app)?.record;
    const known = recordedRelease(state, app, version);
    const isCurrent = currentRelease(state, app)?.version === version;
    const accepted = acceptSize ?? known?.sizeAccepted;
    const next: RecordedRelease = {
      version,
      hash: candidate.hash,
      at: (isCurrent && known?.at) || new Date().toISOString(),
      by: (isCurrent && known?.by) || signerOf(keys),
      ...(tested ? seenOf(candidate, tested) : { opened: null, ...seenBefore(known) }),
      ...(accepted === undefined ? {} : { sizeAccepted: accepted }),
      ...(candidate.commit === undefined ? {} : { commit: candidate.commit }),
      ...(known?.kept ? { kept: true } : {}),
    };
    const content = withCurrent(before, next, withdraw);
    const { current, earlier } = before ?? {};
    if (isDeepStrictEqual(content, { current, earlier })) continue;
    const signer = { key: keyFor(app, keys), by: signerOf(keys), publishers: keys.publishers };
    signed[app] = await recordAfter(state, app, content, signer);
  }
  return signed;
}

type SeenInBrowser = Pick<RecordedRelease, 'opened' | 'warnings'>;

/** Returns what the smoke test has seen of one app. */
function seenOf(candidate: Candidate, { opened, warnings }: SmokeTestResult): SeenInBrowser {
  const { app } = candidate;
  const isOwn = (text: string, begin: string) => app === 'shell' || text.startsWith(begin);
  const own = warnings.filter((text) => isOwn(text, `${nameOf(candidate)} `));
  return {
    opened: opened.filter((screen) => isOwn(screen, `${app}/`)),
    ...(own.length > 0 ? { warnings: own } : {}),
  };
}

function seenBefore(known: RecordedRelease | undefined): SeenInBrowser | undefined {
  const { opened, warnings } = known ?? {};
  return opened ? { opened, ...(warnings ? { warnings } : {}) } : undefined;
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new RefusedError([...new Set(problems)].join('\n'));
}

/** Disk space for a new entry. */
const entryBytes = 64 * 1024;
