import type { PublisherKey, Publishers } from '../rules/release-signature.ts';
import { NotStoredError, type ReleaseStore, UnreadableError } from '../stores/release-store.ts';
import {
  type AppRecord,
  type HeldRecord,
  largestRecord,
  type RecordChange,
  recordPath,
  signedRecord,
} from './app-record.ts';
import type { LogState } from './read-log.ts';

/** The key that signs a record, and the name of its owner. */
export interface Signer {
  key: PublisherKey;
  by: string;
  publishers: Publishers;
}

/** Returns the stored content of a record that does not depend on its place in the log. */
export function contentOf(record: RecordChange = {}): RecordChange {
  const { current = null, earlier = [], next, frozen, previewsEndedAt } = record;
  return JSON.parse(JSON.stringify({ current, earlier, next, frozen, previewsEndedAt }));
}

/**
 * Signs the next record of an app; if the app is withheld, the record after the missing one.
 *
 * @param waitsFor another app's record in the same step: without it, this one does not count
 */
export function nextRecord(
  { records, withheld, heads, next }: LogState,
  app: string,
  change: RecordChange,
  { key, by, publishers }: Signer,
  waitsFor?: AppRecord['waitsFor'],
): Promise<HeldRecord> {
  const { missing, last } = withheld.get(app) ?? {};
  const held = records.get(app) ?? last;
  const { number, hash } = missing ?? { hash: held?.hash, number: held?.record.number ?? 0 };
  const { number: free = 1, at = 0 } = next.get(app) ?? {};
  const record = {
    app,
    number: Math.max(free, number + 1),
    previous: hash === undefined ? undefined : { number, hash },
    // The previous publisher's clock may be ahead.
    at: new Date(Math.max(Date.now(), at)).toISOString(),
    by,
    current: null,
    earlier: [],
    ...contentOf(held?.record),
    ...change,
    heads: Object.fromEntries([...heads].filter(([other]) => other !== app)),
    waitsFor,
  };
  return signedRecord(record, key, publishers);
}

/** Adds a record to the log. Returns false, and changes nothing, if its number is taken. */
export async function addRecord(
  store: ReleaseStore,
  { record: { app, number }, content }: HeldRecord,
): Promise<boolean> {
  const path = recordPath(app, number);
  const bytes = Buffer.from(content);
  if (bytes.length > largestRecord)
    throw new Error(`${path} would have ${bytes.length} bytes, and may have ${largestRecord}.`);
  const created = await store.create(path, bytes).catch((error: Error) => error);
  if (created === true) return true;
  // It may be stored although the response was lost, or said that it already existed.
  const stored = await store.read(path, largestRecord).catch((error: Error) => {
    if (error instanceof NotStoredError || error instanceof UnreadableError) return undefined;
    throw new Error(`Look before you repeat this: ${path} may be there. ${error.message}`);
  });
  if (stored?.equals(bytes)) return true;
  if (created instanceof Error) throw created;
  return false;
}
