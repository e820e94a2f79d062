import { isDeepStrictEqual } from 'node:util';
import { nameOf } from '@kargo/release-log/contract/release-gate';
import type { SignatureKind } from '@kargo/release-log/contract/release-signature';
import { contentOf, type RecordChange, recordAfter } from '@kargo/release-log/log/append-entry';
import type { RecordedRelease } from '@kargo/release-log/log/log-entry';
import type { LogState } from '@kargo/release-log/log/log-state';
import { minuteOf } from '@kargo/release-log/log/minute-of';
import {
  currentRelease,
  currentVersion,
  recordedRelease,
  servedApps,
  wasOpened,
  withCurrent,
} from '@kargo/release-log/log/served-releases';
import { addEntry, refuseEnded, refuseFrozen } from './change-record.ts';
import {
  type Candidate,
  candidateReader,
  type JudgedReleases,
  type Judgement,
  judgeReleases,
  type SmokeTestResult,
} from './judge-releases.ts';
import { signerFor, signerOf } from './keys.ts';
import { RefusedError } from './refused-error.ts';

export interface Change extends JudgedReleases {
  /** Percentage of visitors who get them, as canaries; undefined to make them current. */
  percent?: number | undefined;
  /** Reason to withdraw the replaced releases, so that they are no fallback; undefined to keep them. A freeze does not stop it. */
  withdraw?: string | undefined;
  /** The log when the command began; by default as it is now. */
  began?: LogState | undefined;
  /** Whether it goes on if somebody else has changed one of the apps since the command began. */
  anyway?: boolean | undefined;
  /** When it stops waiting for other publishers, as ISO 8601. */
  until?: string | undefined;
}

/**
 * Judges published releases, and makes them current or canaries in one step.
 *
 * @param readCandidates reads the releases, see `candidateReader`
 * @returns the log with the new entry
 * @throws {RefusedError} when one of them may not be served, or somebody else has changed one of the apps meanwhile; then
 *   nothing has changed
 */
export async function makeCurrent(
  change: Change,
  readCandidates = candidateReader(change),
): Promise<LogState> {
  const candidates = await readCandidates(change);
  // Those of other publishers too.
  const versions = Object.fromEntries(candidates.map(({ app, version }) => [app, version]));
  let { began } = change;
  let judgement: Judgement | undefined;
  return addEntry(change, async (state) => {
    began ??= state;
    if (change.withdraw === undefined) refuseFrozen(state, Object.keys(versions));
    if (!change.anyway) refuseOverwriting(began, state, versions);
    const isTested = candidates.every((candidate) => isTestedCanary(candidate, state));
    const smokeTest = isTested ? undefined : change.smokeTest;
    judgement = await judgeReleases({ ...change, smokeTest }, candidates, state, judgement);
    // A gateway may have ended it meanwhile.
    for (const { app, version } of candidates) await refuseEnded(change, state, app, version);
    return signRecords(change, candidates, state, judgement.tested);
  });
}

/** Whether a release is a canary whose screens were opened, and nothing else has become current since. */
function isTestedCanary({ app, version }: Candidate, state: LogState): boolean {
  const canary = state.records.get(app)?.record.next;
  if (canary?.version !== version || !wasOpened(canary)) return false;
  return servedApps(state).every((other) => (currentRelease(state, other)?.at ?? '') <= canary.at);
}

/** Refuses to replace a record of another version that somebody else has added since this began. */
function refuseOverwriting(began: LogState, state: LogState, versions: Record<string, string>) {
  for (const [app, version] of Object.entries(versions)) {
    const record = state.records.get(app)?.record;
    if (!record || record.current?.version === version) continue;
    if (record.sequence === began.records.get(app)?.record.sequence) continue;
    const before = began.records.get(app)?.record.current?.version;
    const { version: now } = record.current ?? {};
    const changed = now === undefined ? `removed ${app}` : `made ${app} ${now} current`;
    const what = now === before ? `changed ${app}` : changed;
    throw new RefusedError(
      `${record.by} ${what} at ${minuteOf(record.at)}, after this began: look at it, then repeat the command to replace it.`,
    );
  }
}

/** Other publishers have not signed for this entry and these apps yet. */
export class PartnersAwaitedError extends RefusedError {
  /** By app: the own records, which count only together with theirs. */
  records: Record<string, string> = {};
}

/**
 * Returns the signed records of the apps that change, by app.
 *
 * @param kind `kargo-offer` to tell other publishers what they would be
 * @throws {PartnersAwaitedError}
 */
export async function signRecords(
  change: Change,
  candidates: readonly Candidate[],
  state: LogState,
  tested: SmokeTestResult | undefined,
  kind?: SignatureKind,
): Promise<Record<string, string>> {
  const { keys, withdraw, percent, partners = {}, until } = change;
  const contents: Record<string, RecordChange> = {};
  for (const candidate of candidates) {
    const { app } = candidate;
    if (partners[app]) continue;
    const before = state.records.get(app)?.record;
    const next = recordedNow(change, candidate, state, tested);
    const content =
      percent === undefined
        ? withCurrent(before, next, withdraw)
        : withCanary(app, state, next, percent);
    if (isDeepStrictEqual(contentOf(before), contentOf({ ...before, ...content }))) continue;
    contents[app] = content;
  }
  const changed = candidates.filter(({ app }) => partners[app] || contents[app]);
  const together = Object.fromEntries(changed.map(({ app, version }) => [app, version]));
  const others = Object.entries(partners);
  const forSet = others.length > 0 ? { together, until } : kind && { until };
  const signed: Record<string, string> = {};
  for (const [app, content] of Object.entries(contents)) {
    const record = { ...content, ...forSet };
    signed[app] = await recordAfter(state, app, record, signerFor(app, keys), kind);
  }
  const isReady = others.every(
    ([, { record }]) =>
      record.previous === state.hash && isDeepStrictEqual(record.together, together),
  );
  if (!isReady) throw Object.assign(new PartnersAwaitedError(), { records: signed });
  return { ...signed, ...Object.fromEntries(others.map(([app, { jws }]) => [app, jws])) };
}

function recordedNow(
  { keys, acceptSize, percent }: Change,
  candidate: Candidate,
  state: LogState,
  tested: SmokeTestResult | undefined,
): RecordedRelease {
  const { app, version, hash, commit } = candidate;
  const known = recordedRelease(state, app, version);
  const { current, next } = state.records.get(app)?.record ?? {};
  const place = percent === undefined ? current : next;
  const isThere = place?.version === version;
  const { opened = null, warnings } = tested ? seenOf(candidate, tested) : (known ?? {});
  return {
    version,
    hash,
    at: (isThere && known?.at) || new Date().toISOString(),
    by: (isThere && known?.by) || signerOf(keys),
    opened,
    warnings,
    sizeAccepted: acceptSize ?? known?.sizeAccepted,
    commit,
  };
}

function withCanary(app: string, state: LogState, next: RecordedRelease, percent: number) {
  const current = currentVersion(state, app);
  if (current === undefined)
    throw new RefusedError(`${app} is not part of the site: release it to all visitors first.`);
  if (current === next.version)
    throw new RefusedError(`${app} ${current} is current already: every visitor gets it.`);
  return { next: { ...next, percent } };
}

function seenOf(candidate: Candidate, { opened, warnings }: SmokeTestResult) {
  const { app } = candidate;
  const isOwn = (text: string, begin: string) => app === 'shell' || text.startsWith(begin);
  const own = warnings.filter((text) => isOwn(text, `${nameOf(candidate)} `));
  return {
    opened: opened.filter((screen) => isOwn(screen, `${app}/`)),
    warnings: own.length > 0 ? own : undefined,
  };
}
