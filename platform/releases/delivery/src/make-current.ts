import { isDeepStrictEqual } from 'node:util';
import { contentOf } from '@kargo/release-log/log/add-record';
import type { HeldRecord, LoggedRelease, RecordChange } from '@kargo/release-log/log/app-record';
import { type LogState, readLog } from '@kargo/release-log/log/read-log';
import { currentVersion, loggedRelease, withCurrent } from '@kargo/release-log/log/served-releases';
import { nameOf } from '@kargo/release-log/rules/release-gate';
import type { Rollout } from '@kargo/release-log/rules/rollout';
import type { SmokeTestResult } from '@kargo/release-log/rules/smoke-test';
import {
  addRecords,
  refuseChanged,
  refuseEnded,
  refuseFrozen,
  refuseRollout,
  refuseWithheld,
  timeIn,
} from './change-record.ts';
import { type JudgedReleases, judgeReleases, readCandidates, warn } from './judge-releases.ts';
import { signerOf } from './keys.ts';
import type { SignedRelease } from './read-release.ts';
import { OvertakenError, RefusedError } from './refused-error.ts';

export interface Change extends JudgedReleases {
  /** The percentage of visitors who get them as canaries; undefined to make them current. */
  percent?: number | undefined;
  /** How a canary reaches all visitors; undefined if a person raises its percentage. */
  steps?: Rollout['steps'] | undefined;
  /** Why replaced releases are withdrawn; undefined keeps them as fallbacks. Overrides a freeze. */
  withdraw?: string | undefined;
  /** The log when the command began; by default the present one. */
  began?: LogState | undefined;
  /** Continues even if somebody changed an app since the command began, or a record is missing. */
  anyway?: boolean | undefined;
}

/**
 * Judges published releases, and makes them current or canaries in one step.
 *
 * @returns the log with the new records
 * @throws {RefusedError} without any change, if one may not be served or somebody changed an app
 */
export async function makeCurrent(change: Change): Promise<LogState> {
  const candidates = await readCandidates(change);
  const apps = Object.keys(change.versions);
  let judged: LogState | undefined;
  const state = await addRecords(change, async (before) => {
    judged = before;
    refuseWithheld(before, apps, change.anyway);
    const others = apps.filter((app) => currentVersion(before, app) !== change.versions[app]);
    if (change.began && !change.anyway) refuseChanged(change.began, before, others);
    if (change.withdraw === undefined) {
      refuseFrozen(before, apps);
      for (const { app, version } of change.anyway ? [] : candidates)
        await refuseRollout(change.store, before, app, version);
    }
    const tested = await judgeReleases(change, candidates, before);
    // A gateway may have ended a canary since.
    for (const { app, version } of candidates)
      await refuseEnded(change.store, before, app, version);
    return changesFor(change, candidates, before, tested);
  }).catch(async (error: unknown) => {
    // Another container may have published the same release at the same time.
    const { state: now } = await readLog(change.store, change.keys.publishers);
    const isMade = apps.every((app) => currentVersion(now, app) === change.versions[app]);
    if (error instanceof OvertakenError && change.percent === undefined && isMade) return now;
    throw error;
  });
  const isSame = ([app, { hash }]: [string, HeldRecord]) =>
    apps.includes(app) || judged?.records.get(app)?.hash === hash;
  // Another app, released at the same time, may have missed these: render the pages of both.
  if (![...state.records].every(isSame))
    await judgeReleases({ ...change, smokeTest: undefined }, candidates, state).catch(warn);
  return state;
}

/** Returns the changes to the records, by app. */
function changesFor(
  change: Change,
  candidates: readonly SignedRelease[],
  state: LogState,
  tested: SmokeTestResult | undefined,
): Record<string, RecordChange> {
  const { withdraw, percent } = change;
  const changes: Record<string, RecordChange> = {};
  for (const candidate of candidates) {
    const { app } = candidate;
    const before = (state.records.get(app) ?? state.withheld.get(app)?.last)?.record;
    const next = recordedNow(change, candidate, state, tested);
    const content =
      percent === undefined
        ? withCurrent(before, next, withdraw)
        : withCanary(app, state, next, { ...change, percent });
    const isSame = isDeepStrictEqual(contentOf(before), contentOf({ ...before, ...content }));
    if (!isSame || state.withheld.has(app)) changes[app] = content;
  }
  return changes;
}

function recordedNow(
  { keys, acceptSize, percent }: Change,
  candidate: SignedRelease,
  state: LogState,
  tested: SmokeTestResult | undefined,
): LoggedRelease {
  const { app, version, hash, commit } = candidate;
  const known = loggedRelease(state, app, version);
  const { current, next } = state.records.get(app)?.record ?? {};
  const place = percent === undefined ? current : next;
  const isThere = place?.version === version;
  const { opened = null, warnings } = tested ? seenOf(candidate, tested) : (known ?? {});
  return {
    version,
    hash,
    at: (isThere && known?.at) || new Date().toISOString(),
    canaryAt: isThere ? known?.canaryAt : next?.version === version ? next.at : undefined,
    by: (isThere && known?.by) || signerOf(keys),
    opened,
    warnings,
    sizeAccepted: acceptSize ?? known?.sizeAccepted,
    commit,
  };
}

function withCanary(
  app: string,
  state: LogState,
  next: LoggedRelease,
  { percent, steps, store }: Change & { percent: number },
) {
  const current = currentVersion(state, app);
  if (current === undefined)
    throw new RefusedError(`${app} is not part of the site: release it to all visitors first.`);
  if (current === next.version)
    throw new RefusedError(`${app} ${current} is current already: every visitor gets it.`);
  const running = state.records.get(app)?.record.next;
  const before = running?.version === next.version ? running : undefined;
  if (!steps && before?.rollout && percent < before.percent)
    throw new RefusedError(
      `${app} ${next.version} is being rolled out, and nobody of ${before.percent} % loses it: "pnpm back ${app}" ends it.`,
    );
  const start = new Date(timeIn(store)).toISOString();
  const rollout = before?.rollout ?? (steps && { start, steps });
  const atLeast = steps ? (before?.percent ?? 0) : 0;
  return { next: { ...next, percent: Math.max(percent, atLeast), rollout } };
}

function seenOf(candidate: SignedRelease, { opened, warnings }: SmokeTestResult) {
  const { app } = candidate;
  const isOwn = (text: string, begin: string) => app === 'shell' || text.startsWith(begin);
  const own = warnings.filter((text) => isOwn(text, `${nameOf(candidate)} `));
  return {
    opened: opened.filter((screen) => isOwn(screen, `${app}/`)),
    warnings: own.length > 0 ? own : undefined,
  };
}
