import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { largestEntry } from '@kargo/release-log/log/log-entry';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { readStored } from '@kargo/release-log/stores/read-stored';
import { parseJson } from '@kargo/shared-types/parse-json';
import type { FastifyBaseLogger } from 'fastify';
import { type Static, Type } from 'typebox';

/** The state of the log that a gateway keeps outside the release store. */
const State = Type.Object({
  generation: Type.Integer({ minimum: 1 }),
  /** The newest entry that was read, so that it can be put back into the log, and its hash. */
  entry: Type.String(),
  hash: Type.String(),
  /** By app: the record that counts, as a JWS. */
  records: Type.Record(Type.String(), Type.String()),
  /** The releases that the log has named, as `<app>/<version>`, the most recently named last. */
  named: Type.Array(Type.String()),
});
export type KeptState = Static<typeof State>;

const Content = Type.Object({
  state: State,
  /** SHA-256 of the state, as hex. */
  sha256: Type.String(),
});

const fileName = 'release-log.json';

/** Maximum number of releases in `named`, and the maximum length of each. */
export const mostNamed = { names: 1000, length: 200 };

/** Maximum size of the file: the entry as a JSON string, its records, the names, and space for the rest. */
const maxBytes = 3 * largestEntry + mostNamed.names * (mostNamed.length + 3) + 1024;

/**
 * Reads the state of the log that is kept outside the release store, so that somebody who can write to the store
 * cannot restore an older one. Returns undefined if there is none, or if the file is damaged, which is logged: the site
 * is served all the same.
 *
 * @param folder if undefined, nothing is kept
 */
export async function readKeptState(
  folder: string | undefined,
  log: FastifyBaseLogger,
): Promise<KeptState | undefined> {
  if (!folder) return undefined;
  const file = join(folder, fileName);
  try {
    const text = String(await readStored(folder, fileName, maxBytes));
    const { state, sha256 } = parseJson(Content, text, file);
    if (sha256 !== hashOfState(state)) throw new Error(`${file} is not what was written.`);
    return state;
  } catch (error) {
    const { code, message: problem } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT')
      log.error(
        { problem },
        'the kept state of the release log is damaged, so a log that was cut off would be accepted now: compare what is current, by "pnpm releases", with what was published last',
      );
    return undefined;
  }
}

/** @throws when it cannot be written, for example because the disk is full; then the file before stays */
export async function keepState(folder: string | undefined, state: KeptState): Promise<void> {
  const text = JSON.stringify({ state, sha256: hashOfState(state) });
  if (folder) await new FolderStore(folder).write(fileName, Buffer.from(text));
}

const hashOfState = (state: KeptState) =>
  createHash('sha256').update(JSON.stringify(state)).digest('hex');
