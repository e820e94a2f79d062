import { entryPath, generationOf, logFolder, parseEntry } from '@kargo/release-log/log/log-entry';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import { parseJson } from '@kargo/shared-types/parse-json';
import { Type } from 'typebox';
import { RefusedError } from './refused-error.ts';

/** The part of a gateway's kept state that is put back into the log. */
const KeptFile = Type.Object({
  state: Type.Object({ generation: Type.Integer({ minimum: 1 }), entry: Type.String() }),
});

/**
 * Puts the entry that a gateway has kept back into a log that was cut off or changed. What is in its place
 * is replaced, and the entries behind it are removed: they do not follow it.
 *
 * @param text content of `release-log.json` of the gateway
 * @returns the number of the entry
 * @throws {RefusedError} when the log contains the entry already
 */
export async function restoreEntry(store: ReleaseStore, text: string): Promise<number> {
  const { state } = parseJson(KeptFile, text, 'The file');
  const content = Buffer.from(state.entry);
  parseEntry(state.generation, content);
  const path = entryPath(state.generation);
  const stored = await store.read(path, content.length + 1).catch(() => undefined);
  if (stored?.equals(content)) throw new RefusedError(`${store.name} has ${path} already.`);
  for (const { path: behind } of (await store.list(logFolder, path)).toReversed())
    if (generationOf(behind)) await store.remove(behind);
  await store.write(path, content);
  return state.generation;
}
