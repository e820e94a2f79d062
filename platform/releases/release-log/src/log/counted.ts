import { arrivalOf, isAhead, percentAt } from '../rules/rollout.ts';
import type { ReadableStore } from '../stores/release-store.ts';
import type { AppRecord, HeldRecord } from './app-record.ts';
import { readEndedCanary } from './ended-canary.ts';
import { withCurrent } from './served-releases.ts';

/**
 * Returns a record as of a time by the store's clock: with the percentage that a rollout reached,
 * or with its release as the current one, and without a rollout that starts in the future.
 */
export function countedAt(held: HeldRecord, now: number): HeldRecord {
  const { signed = held.record } = held;
  const { next } = signed;
  if (!next?.rollout) return held;
  const counted = { ...held, signed };
  if (isAhead(next.rollout, now)) return { ...counted, record: { ...signed, next: undefined } };
  if (now >= arrivalOf(next.rollout)) return { ...counted, record: arrived(signed) };
  const percent = percentAt(next, now);
  return { ...counted, record: { ...signed, next: { ...next, percent } } };
}

/** Returns a record after the end of its rollout; the same record if that has no end. */
export function arrived(record: AppRecord): AppRecord {
  const { next } = record;
  const arrival = next?.rollout ? arrivalOf(next.rollout) : Number.NaN;
  if (!next || !Number.isFinite(arrival)) return record;
  const { percent: _all, rollout: _done, ...release } = next;
  const current = { ...release, at: new Date(arrival).toISOString(), canaryAt: next.at };
  return { ...record, ...withCurrent(record, current) };
}

/** Returns records as they count now. A rollout goes on only if surely no gateway has ended it. */
export async function countedNow(
  store: ReadableStore,
  records: ReadonlyMap<string, HeldRecord>,
): Promise<Map<string, HeldRecord>> {
  const now = store.now();
  const counted = [...records].map(async ([app, held]) => {
    const { next } = held.record;
    const mayGoOn = now !== undefined && next?.rollout !== undefined;
    const isOver = !mayGoOn || (await readEndedCanary(store, app, next).catch(() => true));
    return [app, isOver ? held : countedAt(held, now)] as const;
  });
  return new Map(await Promise.all(counted));
}
