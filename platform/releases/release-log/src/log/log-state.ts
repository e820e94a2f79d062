import { keyIdOf } from '../contract/release-signature.ts';
import type { HeldRecord } from './app-record.ts';
import { type AppRecord, entryPath } from './log-entry.ts';
import type { ReadEntry } from './read-entry.ts';

/** The log as read up to an entry. */
export interface LogState {
  /** Number of the last entry that was read; 0 before the first. */
  generation: number;
  /** Hash of that entry's file; empty before the first. */
  hash: string;
  /** By app: the valid record with the highest sequence. */
  records: ReadonlyMap<string, HeldRecord>;
  /** By app: the sequence of the last record by an unknown key, such as one that was revoked. */
  ignored: ReadonlyMap<string, number>;
}

export const emptyState: LogState = {
  generation: 0,
  hash: '',
  records: new Map(),
  ignored: new Map(),
};

/**
 * Adds the next entry of a log to a state. Its new records count all together or not at all, and only in the entry that
 * they were signed for. What is not valid uses up its number, so that a publisher can go on behind it.
 *
 * @returns the new state, whether records of the entry count, and in one sentence what does not; empty if all does
 */
export function withEntry(state: LogState, entry: ReadEntry) {
  const { hash, previous, added, unknown } = entry;
  const generation = state.generation + 1;
  const misplaced = added.find(({ record }) => !isNext(record, state));
  const refusal =
    entry.problem ||
    (previous !== state.hash && 'It does not follow the entry before it.') ||
    (misplaced && `The record of ${misplaced.record.app} is not the next one.`);
  const counts = !refusal && added.length > 0;
  const nothing = counts || unknown.size > 0 ? '' : 'It adds no record.';
  const problem = refusal || staleRecord(entry, state) || nothing;
  const records = new Map(state.records);
  if (counts) for (const held of added) records.set(held.record.app, held);
  // Not more than any site has, because anybody may have written them.
  const seen = refusal ? [] : unknown;
  const ignored = new Map([...state.ignored, ...seen].slice(-500));
  const next: LogState = { generation, hash, records, ignored };
  return {
    state: next,
    counts,
    problem: problem && `${entryPath(generation)}: ${problem}`.slice(0, 300),
  };
}

/** Whether a record follows the one that counts, or one that was ignored. */
function isNext({ app, sequence }: AppRecord, { records, ignored }: LogState): boolean {
  const held = records.get(app)?.record;
  return !held || sequence === held.sequence + 1 || sequence === (ignored.get(app) ?? 0) + 1;
}

/** Says which record an entry carries over in place of the one that counts. Nobody has verified that, or whose it is. */
function staleRecord({ carried }: ReadEntry, { records }: LogState): string | undefined {
  const stale = [...carried].find(([app, jws]) => (records.get(app)?.jws ?? jws) !== jws);
  if (!stale) return undefined;
  const [app, jws] = stale;
  return `The record of ${app}, which names ${keyIdOf(jws)} as its key, is not the last one that was added.`;
}
