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
  /** The releases that the log has named, as `<app>/<version>`, the most recently named first. */
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
 * Keeps the state of the log outside the release store, so that somebody who can write to the store
 * cannot restore an older one. The site is served even if the file is damaged.
 */
export class KeptStateFile {
  readonly #folder: string | undefined;
  readonly #log: FastifyBaseLogger;
  /** Whether the last attempt to write failed. */
  #hasFailed = false;

  /** @param folder if undefined, nothing is stored */
  constructor(folder: string | undefined, log: FastifyBaseLogger) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Returns the state; undefined if there is none, or if the file is damaged, which is logged. */
  async read(): Promise<KeptState | undefined> {
    if (!this.#folder) return undefined;
    const file = join(this.#folder, fileName);
    try {
      const text = String(await readStored(this.#folder, fileName, maxBytes));
      const { state, sha256 } = parseJson(Content, text, file);
      if (sha256 !== hashOfState(state)) throw new Error(`${file} is not what was written.`);
      return state;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT')
        this.#log.error(
          { problem: message },
          'the kept state of the release log is damaged, so a log that was cut off would be accepted now: compare what is current, by "pnpm releases", with what was published last',
        );
      return undefined;
    }
  }

  /** Stores a state, unless that fails, for example because the disk is full, which is logged once. */
  async write(state: KeptState): Promise<boolean> {
    if (!this.#folder) return true;
    try {
      const text = JSON.stringify({ state, sha256: hashOfState(state) });
      // If that fails, the file before stays.
      await new FolderStore(this.#folder).write(fileName, Buffer.from(text));
      if (this.#hasFailed) this.#log.info('the state of the release log is kept again');
      this.#hasFailed = false;
    } catch (error) {
      const { message } = error as Error;
      if (!this.#hasFailed)
        this.#log.error(
          { problem: message },
          'the state of the release log could not be kept, so a log that was cut off would be accepted after a restart; it is tried again until it can be',
        );
      this.#hasFailed = true;
    }
    return !this.#hasFailed;
  }
}

const hashOfState = (state: KeptState) =>
  createHash('sha256').update(JSON.stringify(state)).digest('hex');
