import type { Publishers } from '../rules/release-signature.ts';
import { ifNotStored, type ReadableStore, UnreadableError } from '../stores/release-store.ts';
import { type HeldRecord, largestRecord, recordPath, verifiedRecord } from './app-record.ts';

/**
 * Returns the record in a file, or why it is invalid, in one sentence; undefined if there is no
 * file.
 */
export async function readRecordFile(
  store: ReadableStore,
  publishers: Publishers,
  app: string,
  number: number,
): Promise<HeldRecord | string | undefined> {
  const path = recordPath(app, number);
  const content = await store.read(path, largestRecord).then(String).catch(ifNotRead);
  if (content === undefined) return undefined;
  const verified =
    content instanceof UnreadableError
      ? Promise.reject(content)
      : verifiedRecord(app, number, content, publishers);
  return verified.catch(({ message }: Error) => `${path} does not count: ${message}`.slice(0, 300));
}

/** For `catch`: returns why a file or folder is closed; undefined if there is none. */
export function ifNotRead(error: unknown): UnreadableError | undefined {
  return error instanceof UnreadableError ? error : ifNotStored(error);
}
