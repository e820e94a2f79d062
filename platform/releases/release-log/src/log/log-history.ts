import { percentAt, stepsAhead } from '../rules/rollout.ts';
import { ifNotStored, type ReadableStore } from '../stores/release-store.ts';
import {
  type AppRecord,
  claimedRecord,
  type HeldRecord,
  type LoggedRelease,
  largestRecord,
  recordPath,
} from './app-record.ts';
import { arrived } from './counted.ts';
import { endedSentence, readEndedCanary } from './ended-canary.ts';
import type { LogState } from './read-log.ts';

export interface LogChange extends Pick<AppRecord, 'app' | 'number' | 'at' | 'by'> {
  /** The change in words, such as `canary 0.2.0 at 5 %`. */
  what: string;
  /** The current version after it. */
  current: string | undefined;
  /** The release that visitors got or lost by it. */
  release: LoggedRelease | undefined;
  /** The replaced release, if it was withdrawn. */
  withdrawn: LoggedRelease | undefined;
}

/** The most records that are read at a time. */
const atOnce = 32;

/**
 * Yields the record that counts, then its predecessors: found by hash, whatever key signed them.
 *
 * @throws an Error of one sentence when one is missing or was replaced
 */
export async function* recordsBackwards(
  store: ReadableStore,
  { record, signed = record }: HeldRecord,
): AsyncGenerator<AppRecord> {
  const { app } = record;
  const contents = new Map<number, Buffer | undefined>();
  for (let last = signed; ; ) {
    yield last;
    const { previous } = last;
    if (!previous) return;
    const { number } = previous;
    if (!contents.has(number)) {
      const length = Math.min(atOnce, number);
      const numbers = Array.from({ length }, (_, index) => number - index);
      const read = (it: number) => store.read(recordPath(app, it), largestRecord);
      const found = await Promise.all(numbers.map((it) => read(it).catch(ifNotStored)));
      for (const [index, content] of found.entries()) contents.set(number - index, content);
    }
    const before = claimedRecord(contents.get(number));
    if (before?.hash !== previous.hash)
      throw new Error(
        `${recordPath(app, number)} is missing or not the one that record ${last.number} follows, so earlier records are unknown.`,
      );
    contents.delete(number);
    last = { ...before.record, app, number };
  }
}

/**
 * Reads the last changes of some apps, oldest first, including ends of canaries by a gateway, and a
 * sentence for each app with unreadable records.
 *
 * @param most maximum number of records of an app
 */
export async function readHistory(
  store: ReadableStore,
  { records }: LogState,
  apps: readonly string[] = [...records.keys()],
  most = 1000,
) {
  const problems: string[] = [];
  const historyOf = async (app: string) => {
    const held = records.get(app);
    const all: AppRecord[] = [];
    const read = async () => {
      for await (const record of held ? recordsBackwards(store, held) : []) {
        all.push(record);
        if (all.length > most) break;
      }
    };
    await read().catch(({ message }: Error) => problems.push(message));
    const changes = all
      .slice(0, most)
      .flatMap((record, index) => changeBetween(all[index + 1], record) ?? []);
    const arrivals = all.flatMap(
      (record, index) => arrivalIn(record, all[index - 1] ?? held?.record) ?? [],
    );
    return [...changes, ...arrivals, ...(await endedIn(store, app, all))];
  };
  const changes = (await Promise.all(apps.map(historyOf))).flat();
  const order = (one: LogChange, other: LogChange) =>
    one.at < other.at ? -1 : Number(one.at > other.at) || one.number - other.number;
  return { changes: changes.sort(order), problems };
}

/** Returns a change for each canary that a gateway has ended. */
async function endedIn(store: ReadableStore, app: string, records: readonly AppRecord[]) {
  // The last record of a canary counts: a freeze may have moved its rollout.
  const last = new Map(records.toReversed().flatMap((it) => (it.next ? [[it.next.at, it]] : [])));
  const endings = [...last.values()].map(async ({ number, current, next }) => {
    const ended = next && (await readEndedCanary(store, app, next).catch(() => undefined));
    if (!ended) return [];
    const change = { app, number, at: ended.at, by: 'a gateway', what: endedSentence(ended) };
    return { ...change, current: current?.version, release: next, withdrawn: undefined };
  });
  return (await Promise.all(endings)).flat();
}

/** Returns the end of a record's rollout, if the next record, or what counts now, confirms it. */
function arrivalIn(record: AppRecord, after: AppRecord | undefined): LogChange | undefined {
  const { app, number, next } = record;
  const { current } = arrived(record);
  if (!current || current === record.current || !after || !hasRelease(after, current)) return;
  const change = { app, number, at: current.at, by: next?.by ?? '', what: 'rolled out' };
  return { ...change, current: current.version, release: current, withdrawn: undefined };
}

const hasRelease = ({ current, earlier }: AppRecord, { version, at }: LoggedRelease) =>
  [current, ...earlier].some((it) => it?.version === version && it.at === at);

/** Returns a record as its successor saw it: its rollout may have gone on. */
function foundBy(record: AppRecord, after: AppRecord): AppRecord {
  if (arrivalIn(record, after)) return arrived(record);
  const { next } = record;
  if (!next?.rollout || !after.next) return record;
  // The clocks of publisher and store may differ.
  const reached = percentAt(next, Date.parse(after.at) + minuteMs);
  const { percent } = after.next;
  return percent > reached ? record : { ...record, next: { ...next, percent } };
}

const minuteMs = 60_000;

/** Returns the changes between two states, at most one for each app. */
export const changesIn = (before: LogState, after: LogState): LogChange[] =>
  [...after.records].flatMap(([app, { record }]) => {
    const replaced = before.records.get(app)?.record;
    return replaced?.number === record.number ? [] : (changeBetween(replaced, record) ?? []);
  });

/** Returns the change that a record made; undefined if it made none. */
function changeBetween(before: AppRecord | undefined, record: AppRecord): LogChange | undefined {
  const { app, number, at, by, current, earlier } = record;
  const change = changeOf(before && foundBy(before, record), record);
  const withdrawn = earlier.find(
    (it) => it.withdrawn !== undefined && it.version === before?.current?.version,
  );
  return change && { app, number, at, by, current: current?.version, withdrawn, ...change };
}

function changeOf(before: AppRecord | undefined, record: AppRecord) {
  const { current, next, frozen, ...now } = record;
  if (current?.version !== before?.current?.version) {
    if (!current) return { what: 'removed', release: undefined };
    const isEarlier = before?.earlier.some(({ version }) => version === current.version);
    const was = isEarlier ? 'went back' : 'released';
    return {
      what: current.version === before?.next?.version ? 'promoted' : was,
      release: current,
    };
  }
  const was = before?.next;
  const isBegun = next?.version !== was?.version || !next?.rollout !== !was?.rollout;
  if (next && (isBegun || next.percent !== was?.percent)) {
    const ahead = stepsAhead(next, Date.parse(now.at));
    const what = `canary ${next.version} at ${next.percent} %`;
    return { what: [what, ...(ahead ? [ahead] : [])].join(', '), release: next };
  }
  if (before?.next && !next)
    return { what: `canary ${before.next.version} ended`, release: before.next };
  const isSame = now.previewsEndedAt === before?.previewsEndedAt;
  // It only says that the previous one no longer waits.
  if (isSame && before?.waitsFor && !before.frozen === !frozen) return undefined;
  const what =
    frozen && !before?.frozen
      ? `frozen: ${frozen.reason}`
      : before?.frozen && !frozen
        ? 'unfrozen'
        : isSame
          ? 'signed'
          : 'previews ended';
  return { what, release: undefined };
}
