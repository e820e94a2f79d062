import { keyIdOf, type Publishers } from '../contract/release-signature.ts';
import { ifNotStored, type ReadableStore, UnreadableError } from '../stores/release-store.ts';
import { type HeldRecord, verifiedRecord } from './app-record.ts';
import { entryPath, generationOf, largestEntry, logFolder, smallestEntry } from './log-entry.ts';
import { emptyState, type LogState, withEntry } from './log-state.ts';
import { nothing, type ReadEntry, readEntry } from './read-entry.ts';

/** Number of entries that a reader without a state looks at first, and of those that are read at the same time. */
const fewest = 100;
const atOnce = 64;

export interface LogReading {
  state: LogState;
  /** One sentence for each entry of which a part does not count, and one for a row of which nothing does. */
  problems: string[];
  /** The apps that are in entries that count. */
  named: ReadonlySet<string>;
}

interface Reader {
  store: ReadableStore;
  publishers: Publishers;
  /** By number: entries that nobody has signed, which need not be read again; undefined if there was none. */
  unsigned: Map<number, ReadEntry | undefined>;
}

/** Reads the log of a store, an unbroken row of entries: only as many from its end as `isComplete` asks for. */
export async function readLog(store: ReadableStore, publishers: Publishers): Promise<LogReading> {
  const { begin, end, sizes } = await storedRow(store);
  const reader: Reader = { store, publishers, unsigned: new Map() };
  for (const [number, size] of sizes) {
    // Nobody needs the hash of a small one before another one.
    if (Math.max(size, sizes.get(number + 1) ?? smallestEntry) < smallestEntry)
      reader.unsigned.set(number, { ...nothing, hash: '', problem: `It has ${size} bytes.` });
  }
  for (let size = fewest; ; size *= 2) {
    const first = Math.max(begin, end - size);
    const state = await stateBefore(reader, first);
    const reading = await readWith(reader, state);
    // Anybody can put a file far into an empty log.
    if (first === begin && begin > 1 && reading.state.records.size === 0)
      return readOn(store, publishers, emptyState);
    if (first === begin || isComplete(reading, publishers)) return reading;
  }
}

/**
 * Returns the numbers of the first entry and behind the last one before a gap, and the size of each file. What is behind
 * a gap may be anybody's.
 */
export async function storedRow(store: ReadableStore) {
  const stored = await store.list(logFolder);
  const sizes = new Map(stored.map(({ path, size }) => [generationOf(path) ?? 0, size]));
  sizes.delete(0);
  const [begin = 1] = sizes.keys();
  let end = begin;
  while (sizes.has(end)) end += 1;
  return { begin, end, sizes };
}

/**
 * Whether a reader that began in the middle of a log knows all records. Whoever may publish one app could
 * leave out another, or carry over an old record of it: so the reader has to have seen the record of each named
 * app being added, and records of two publishers, one of whom has named all apps.
 */
function isComplete({ state, named }: LogReading, { keys }: Publishers): boolean {
  const held = new Set([...state.records.values()].map(({ jws }) => keyIdOf(jws)));
  const signers = keys.filter(({ kid }) => held.has(kid));
  const parties = (of: Publishers['keys']) => new Set(of.map(({ apps }) => `${apps}`)).size;
  const areHeld = held.size > 0 && [...named].every((app) => state.records.has(app));
  return areHeld && parties(signers) >= Math.min(2, parties(keys));
}

type OnEntry = (before: LogState, after: LogState) => void;

/** Reads the entries that were added to a log since a state. */
export const readOn = (
  store: ReadableStore,
  publishers: Publishers,
  from: LogState,
  onEntry?: OnEntry,
): Promise<LogReading> => readWith({ store, publishers, unsigned: new Map() }, from, onEntry);

async function readWith(reader: Reader, from: LogState, onEntry?: OnEntry): Promise<LogReading> {
  let state = from;
  const named = new Set<string>();
  const problems: string[] = [];
  /** What is wrong with the first of some entries in a row of which nothing counts, and its number. */
  let row: { problem: string; first: number } | undefined;
  for await (const entry of entriesAfter(reader, from.generation)) {
    const next = withEntry(state, entry);
    const { generation } = next.state;
    if (next.counts) for (const app of appsIn(entry)) named.add(app);
    const isNothing = !next.counts && next.problem !== '';
    if (row && isNothing) {
      const rest = `Nor do the ${generation - row.first} entries behind it count, up to ${entryPath(generation)}.`;
      problems[problems.length - 1] = `${row.problem} ${rest}`;
    } else {
      if (next.problem) problems.push(next.problem);
      row = isNothing ? { problem: next.problem, first: generation } : undefined;
    }
    onEntry?.(state, next.state);
    state = next.state;
  }
  return { state, problems, named };
}

const appsIn = ({ added, carried, unknown }: ReadEntry) => [
  ...added.map(({ record }) => record.app),
  ...carried.keys(),
  ...unknown.keys(),
];

/** Yields the entries behind this one, up to the first that is not stored. */
async function* entriesAfter(reader: Reader, generation: number): AsyncGenerator<ReadEntry> {
  const { store, publishers, unsigned } = reader;
  const read = async (number: number) => {
    if (unsigned.has(number)) return unsigned.get(number);
    const content = await readStored(store, number);
    if (!content) unsigned.set(number, undefined);
    return content;
  };
  let next = generation + 1;
  for (let width = 1; ; width = Math.min(2 * width, atOnce)) {
    const numbers = Array.from({ length: width }, (_, index) => next + index);
    for (const content of await Promise.all(numbers.map(read))) {
      if (!content) return;
      const entry = 'hash' in content ? content : await readEntry(next, content, publishers);
      // Without what it carries, which could fill the memory.
      if (entry.added.length === 0) unsigned.set(next, { ...entry, carried: new Map() });
      yield entry;
      next += 1;
    }
  }
}

/** Yields the files of entries from the last one before `end` to the first one. */
export async function* entriesBackwards(
  store: ReadableStore,
  { begin, end }: { begin: number; end: number },
): AsyncGenerator<{ generation: number; content: Buffer }> {
  for (let last = end - 1; last >= begin; last -= atOnce) {
    const length = Math.min(atOnce, last + 1 - begin);
    const numbers = Array.from({ length }, (_, index) => last - index);
    const contents = await Promise.all(numbers.map((number) => readStored(store, number)));
    for (const [index, content] of contents.entries())
      if (content) yield { generation: last - index, content };
  }
}

/** Returns the state of a reader that has read the log up to an entry, but none of its records. */
async function stateBefore(reader: Reader, first: number): Promise<LogState> {
  if (first <= 1) return emptyState;
  const before = await entriesAfter(reader, first - 2).next();
  if (!before.done) return { ...emptyState, generation: first - 1, hash: before.value.hash };
  // The log begins with this entry: the first that somebody has signed tells of those that are gone.
  let hash: string | undefined;
  const records = new Map<string, HeldRecord>();
  for await (const entry of entriesAfter(reader, first - 1)) {
    hash ??= entry.previous;
    if (entry.added.length === 0) continue;
    for (const [app, jws] of entry.carried) {
      const record = await verifiedRecord(app, jws, reader.publishers).catch(() => undefined);
      if (record && record.generation < first) records.set(app, { jws, record });
    }
    break;
  }
  return { ...emptyState, generation: first - 1, hash: hash ?? '', records };
}

/** Returns what an entry says is served, for a reader who believes it of the apps that it carries over. */
export async function stateAt(store: ReadableStore, publishers: Publishers, generation: number) {
  const content = (await readStored(store, generation)) ?? Buffer.alloc(0);
  const { hash, added, carried } = await readEntry(generation, content, publishers);
  const records = new Map(added.map((held) => [held.record.app, held]));
  for (const [app, jws] of carried) {
    const record = await verifiedRecord(app, jws, publishers).catch(() => undefined);
    if (record) records.set(app, { jws, record });
  }
  return { ...emptyState, generation, hash, records };
}

/**
 * Returns a sentence about files in the log that nobody reads; empty if there are none.
 *
 * @param generation number of the last entry that was read
 * @param after a path: only files that sort behind it are looked at
 */
export async function strayFiles(store: ReadableStore, generation: number, after?: string) {
  const next = entryPath(generation + 1);
  const paths = (await store.list(logFolder, after)).map(({ path }) => path);
  const [first, ...others] = paths.filter((path) => {
    const number = generationOf(path);
    if (number === undefined) return !/^log\/(waiting\/|condition$)/.test(path);
    // If the next entry is there by now, those behind it will be read.
    return number > generation && !paths.includes(next);
  });
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return first
    ? `${first}${more} will not be read: ${next} is missing, and names of entries have ten digits.`
    : '';
}

const readStored = (store: ReadableStore, generation: number): Promise<Buffer | undefined> =>
  store.read(entryPath(generation), largestEntry).catch(ifNotRead);

/** For an entry that cannot be read, such as a pipe: it is there, and does not count. */
export const ifNotRead = (error: unknown): Buffer | undefined =>
  error instanceof UnreadableError ? Buffer.alloc(0) : ifNotStored(error);
