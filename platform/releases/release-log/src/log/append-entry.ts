import { randomUUID } from 'node:crypto';
import {
  type PublisherKey,
  type Publishers,
  type SignatureKind,
  sign,
} from '../contract/release-signature.ts';
import { jsonOfLines } from '../plain-text.ts';
import type { ReleaseStore } from '../stores/release-store.ts';
import {
  type AppRecord,
  entryPath,
  generationOf,
  type LogEntry,
  largestEntry,
} from './log-entry.ts';
import type { LogState } from './log-state.ts';

/** Changes to a record. A field that is left out stays as it is; one that is undefined is removed. */
export type RecordChange = Partial<AppRecord>;

/** Returns the content of a record as it is stored, without fields that are undefined or follow from its place in the log. */
export function contentOf(record: RecordChange = {}): RecordChange {
  const { current = null, earlier = [], next, frozen, endedPreviews } = record;
  return JSON.parse(JSON.stringify({ current, earlier, next, frozen, endedPreviews }));
}

/**
 * Signs a record of an app for the entry that follows a state.
 *
 * @param kind `kargo-offer` for what never counts as a record
 */
export function recordAfter(
  state: LogState,
  app: string,
  change: RecordChange,
  { key, by, publishers }: { key: PublisherKey; by: string; publishers: Publishers },
  kind: SignatureKind = 'kargo-record',
): Promise<string> {
  const record = {
    log: publishers.log,
    app,
    sequence: nextSequence(state, app),
    generation: state.generation + 1,
    previous: state.hash,
    at: new Date().toISOString(),
    by,
    ...contentOf(state.records.get(app)?.record),
    ...change,
  };
  return sign(kind, jsonOfLines(record), key);
}

/** Maximum number of records that a revoked key is believed to have added. */
const mostIgnored = 1_000_000;

/** Returns a number that readers who still trust a revoked key accept too. */
function nextSequence({ records, ignored }: LogState, app: string): number {
  const held = records.get(app)?.record.sequence ?? 0;
  const claimed = ignored.get(app) ?? 0;
  return 1 + (claimed < held + mostIgnored ? Math.max(held, claimed) : held);
}

/**
 * Adds an entry with new records behind a state; all other records are carried over.
 *
 * @returns false if another entry has this number; then nothing was changed
 */
export async function appendEntry(
  store: ReleaseStore,
  { generation, hash, records }: LogState,
  added: Readonly<Record<string, string>>,
): Promise<boolean> {
  const carried = [...records].map(([app, { jws }]) => [app, jws]);
  const entry: LogEntry = {
    generation: generation + 1,
    previous: hash,
    nonce: randomUUID(),
    records: { ...Object.fromEntries(carried), ...added },
  };
  const content = Buffer.from(`${JSON.stringify(entry, null, 2)}\n`);
  const path = entryPath(entry.generation);
  if (!generationOf(path)) throw new Error(`${store.name} has reached the last number of its log.`);
  if (content.length > largestEntry)
    throw new Error(`${path} would have ${content.length} bytes, and may have ${largestEntry}.`);
  const isCreated = await store.create(path, content).catch(async (error: unknown) => {
    // It may have been stored although the response was lost.
    if (await isStored(store, path, content)) return true;
    throw error;
  });
  return isCreated || isStored(store, path, content);
}

async function isStored(store: ReleaseStore, path: string, content: Buffer): Promise<boolean> {
  const stored = await store.read(path, largestEntry).catch(() => undefined);
  return stored?.equals(content) ?? false;
}
