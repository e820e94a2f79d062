import {
  isByPublisher,
  type Publishers,
  UnknownKeyError,
} from '@kargo/shared-types/releases/release-signature';
import { NotStoredError } from '../stores/release-store.ts';
import { claimedRecord, verifiedRecord } from './app-record.ts';
import { type AppRecord, entryPath, hashOf, type LogEntry, parseEntry } from './log-entry.ts';

/** A record that counts, and the JWS that it was read from. */
export interface HeldRecord {
  jws: string;
  record: AppRecord;
}

/** The log as read up to an entry. */
export interface LogState {
  /** Number of the last entry that was read; 0 before the first. */
  generation: number;
  /** Hash of that entry's file; empty before the first. */
  hash: string;
  /** By app: the valid record with the highest sequence. */
  records: ReadonlyMap<string, HeldRecord>;
  /** By app: the sequence that a record by an unknown key claims, such as one that was revoked. */
  ignored: ReadonlyMap<string, number>;
}

export const emptyState: LogState = {
  generation: 0,
  hash: '',
  records: new Map(),
  ignored: new Map(),
};

/** The environment in which an entry is judged. */
interface Judge {
  publishers: Publishers;
  /** Reads the file of an earlier entry. */
  readEntry(generation: number): Promise<Buffer>;
  /**
   * Whether the reader began in the middle of the log, so that it has to take records from the entries
   * that carry them over. A reader that follows the log takes a record only from the entry that adds it.
   */
  isFresh: boolean;
}

/**
 * Reads the next entry of a log. Its new records count all together or not at all. What is not valid
 * changes nothing but uses up its number, so that a publisher can go on behind it.
 *
 * @returns the new state, and one sentence for each part of the entry that does not count
 */
export async function withEntry(
  state: LogState,
  content: Buffer,
  judge: Judge,
): Promise<{ state: LogState; problems: string[] }> {
  const generation = state.generation + 1;
  const records = new Map(state.records);
  const ignored = new Map(state.ignored);
  const problems: string[] = [];
  try {
    const entry = parseEntry(generation, content);
    if (entry.previous !== state.hash) throw new Error('It does not follow the entry before it.');
    for (const carried of await carriedRecords(entry, state, judge, problems)) {
      const { app, sequence } = carried.record;
      const held = state.records.get(app)?.record;
      if (!held || (judge.isFresh && sequence > held.sequence)) records.set(app, carried);
      else problems.push(`The record of ${app} is not the last one.`);
    }
    const added = await newRecords(entry, judge);
    for (const [app, jws] of Object.entries(entry.records)) {
      if (isByPublisher(jws, judge.publishers)) continue;
      ignored.set(app, claimedRecord(jws)?.sequence ?? 0);
    }
    const misplaced = added.find(({ record }) => !isNext(record, state));
    if (misplaced) throw new Error(`The record of ${misplaced.record.app} is not the next one.`);
    for (const held of added) records.set(held.record.app, held);
  } catch (error) {
    problems.push((error as Error).message);
  }
  return {
    state: { generation, hash: hashOf(content), records, ignored },
    problems: problems.map((problem) => `${entryPath(generation)}: ${problem}`),
  };
}

/** Whether a record follows the one that counts, or one that was ignored. */
function isNext({ app, sequence }: AppRecord, { records, ignored }: LogState): boolean {
  const held = records.get(app)?.record;
  return !held || sequence === held.sequence + 1 || sequence === (ignored.get(app) ?? 0) + 1;
}

/**
 * Returns the records that an entry carries over from entries before it and that are not in the state,
 * such as all records where a reader begins. Each has to be in the entry that it was signed for.
 */
async function carriedRecords(
  entry: LogEntry,
  state: LogState,
  judge: Judge,
  problems: string[],
): Promise<HeldRecord[]> {
  const carried: HeldRecord[] = [];
  for (const [app, jws] of Object.entries(entry.records)) {
    if (state.records.get(app)?.jws === jws || isSignedFor(jws, entry)) continue;
    try {
      const record = await verifiedRecord(app, jws, judge.publishers);
      if (await wasAdded(jws, record, judge)) carried.push({ jws, record });
      else problems.push(`The record of ${app} was never added.`);
    } catch (error) {
      if (!(error instanceof UnknownKeyError)) problems.push((error as Error).message);
    }
  }
  return carried;
}

/** Whether a record is in the entry that it was signed for, if that is still stored. */
async function wasAdded(jws: string, { generation }: AppRecord, judge: Judge): Promise<boolean> {
  const content = await judge.readEntry(generation).catch((error) => {
    if (!(error instanceof NotStoredError)) throw error;
  });
  if (!content) return true;
  const added = await newRecords(parseEntry(generation, content), judge);
  return added.some((it) => it.jws === jws);
}

/**
 * Returns the records that were signed for this entry, without those of unknown keys.
 *
 * @throws an Error of one sentence when one of them is not valid
 */
async function newRecords(entry: LogEntry, { publishers }: Judge): Promise<HeldRecord[]> {
  const added: HeldRecord[] = [];
  for (const [app, jws] of Object.entries(entry.records)) {
    if (!isSignedFor(jws, entry)) continue;
    try {
      const record = await verifiedRecord(app, jws, publishers);
      if (record.previous !== entry.previous)
        throw new Error(`The record of ${app} follows another entry.`);
      added.push({ jws, record });
    } catch (error) {
      if (!(error instanceof UnknownKeyError)) throw error;
    }
  }
  return added;
}

/** Whether a record says that it was made for this entry. Its signature is verified afterwards. */
function isSignedFor(jws: string, { generation }: LogEntry): boolean {
  return claimedRecord(jws)?.generation === generation;
}
