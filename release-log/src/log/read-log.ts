import type { Publishers } from '@kargo/shared-types/releases/release-signature';
import { NotStoredError, type ReleaseStore, UnreadableError } from '../stores/release-store.ts';
import {
  entryPath,
  generationOf,
  hashOf,
  largestEntry,
  logFolder,
  parseEntry,
} from './log-entry.ts';
import { emptyState, type LogState, withEntry } from './log-state.ts';

/** Number of entries that a reader without a state looks at. */
const window = 100;

export interface LogReading {
  state: LogState;
  /** One sentence for each part of the entries that does not count. */
  problems: string[];
}

/**
 * Reads the log of a store from the last hundred entries, or from more if none of those is valid. Entries
 * before a gap are not read.
 */
export async function readLog(store: ReleaseStore, publishers: Publishers): Promise<LogReading> {
  const stored = await store.list(logFolder);
  const numbers = new Set(stored.map(({ path }) => generationOf(path) ?? 0));
  const newest = Math.max(0, ...numbers);
  let first = newest;
  for (;;) {
    const wanted = first - window;
    while (first > wanted && numbers.has(first - 1) && first > 1) first -= 1;
    const reading = await readEntries(store, publishers, await stateBefore(store, first), true);
    const isAtEnd = first <= 1 || !numbers.has(first - 1);
    if (reading.state.records.size > 0 || isAtEnd) return reading;
  }
}

/** Reads the entries that were added to a log since this state. */
export const readOn = (
  store: ReleaseStore,
  publishers: Publishers,
  state: LogState,
): Promise<LogReading> => readEntries(store, publishers, state, false);

async function readEntries(
  store: ReleaseStore,
  publishers: Publishers,
  state: LogState,
  isFresh: boolean,
): Promise<LogReading> {
  const reading: LogReading = { state, problems: [] };
  const readEntry = (generation: number) => store.read(entryPath(generation), largestEntry);
  for (;;) {
    const content = await readEntry(reading.state.generation + 1).catch(ifNotRead);
    if (!content) return reading;
    const next = await withEntry(reading.state, content, { publishers, readEntry, isFresh });
    reading.state = next.state;
    reading.problems.push(...next.problems);
  }
}

/** Returns the state of a reader that has read the log up to an entry, but none of its records. */
async function stateBefore(store: ReleaseStore, first: number): Promise<LogState> {
  if (first <= 1) return emptyState;
  const before = await store.read(entryPath(first - 1), largestEntry).catch(ifNotRead);
  const hash = before
    ? hashOf(before)
    : previousIn(first, await store.read(entryPath(first), largestEntry).catch(ifNotRead));
  return { ...emptyState, generation: first - 1, hash };
}

/** Returns the hash that an entry has of the one before it, for a log that begins with this entry. */
function previousIn(generation: number, content: Buffer = Buffer.alloc(0)): string {
  try {
    return parseEntry(generation, content).previous;
  } catch {
    return '';
  }
}

/** For an entry that cannot be read, such as a pipe: it is there, and does not count. */
export function ifNotRead(error: unknown): Buffer | undefined {
  return error instanceof UnreadableError ? Buffer.alloc(0) : ifNotStored(error);
}

function ifNotStored(error: unknown): undefined {
  if (!(error instanceof NotStoredError)) throw error;
}
