import { join } from 'node:path';
import {
  type AppRecord,
  type HeldRecord,
  numberOf,
  recordPath,
  verifiedRecord,
} from '@kargo/release-log/log/app-record';
import { recordsBackwards } from '@kargo/release-log/log/log-history';
import { idOf, LogReader, type LogState } from '@kargo/release-log/log/read-log';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { readStored } from '@kargo/release-log/stores/read-stored';
import type { ReadableStore } from '@kargo/release-log/stores/release-store';
import { parseJson } from '@kargo/shared-types/parse-json';
import type { FastifyBaseLogger } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Env } from '../../env.ts';

/** How many records of an app are read to find earlier releases. */
const mostBefore = 500;

/** How long to wait before reading them again after an error. */
const againMs = 60_000;

/** The kept state: the signed files of the records that count, by path, so they can be put back. */
const Kept = Type.Object({ records: Type.Record(Type.String(), Type.String()) });
type Kept = Static<typeof Kept>;

const keptFile = 'release-log.json';

/** Maximum size of that file in bytes. */
const mostKept = 64 * 1024 * 1024;

type Settings = Pick<Env, 'PUBLISHERS' | 'STATE_DIR' | 'RELEASES_AT_LEAST'>;

/**
 * The release log as this gateway has read it. An app never goes back: if its record is removed or
 * replaced in the store, the gateway keeps the content that it has read, and logs the problem.
 */
export class FollowedLog {
  readonly #store: ReadableStore;
  readonly #env: Settings;
  readonly #log: FastifyBaseLogger;
  /** Releases in the records read so far, as `<app>/<version>`. */
  readonly #named = new Set<string>();
  /** Readings of earlier records, by app. */
  readonly #lookingBack = new Map<string, Promise<void>>();
  #reader: LogReader | null = null;
  #state: LogState | null = null;
  /** Whether the state could not be written to `STATE_DIR`. */
  #isUnkept = false;
  /** The error of the last reading, if it failed. */
  #unread = '';
  /** When the last successful reading began, by `performance.now()`. */
  readAt = Number.NEGATIVE_INFINITY;

  constructor(store: ReadableStore, env: Settings, log: FastifyBaseLogger) {
    this.#store = store;
    this.#env = env;
    this.#log = log;
  }

  /**
   * Reads the records that were added since the last call. Calls must not overlap.
   *
   * @throws when the store cannot be read and nothing was read before
   */
  async read(): Promise<LogState> {
    this.#reader ??= await this.#start();
    const before = this.#state;
    const began = performance.now();
    const reading = await this.#reader.read().catch((error: Error) => error);
    if (reading instanceof Error) {
      if (!before) throw reading;
      const { message: problem } = reading;
      if (problem !== this.#unread)
        this.#log.error({ problem }, 'the release store cannot be read');
      this.#unread = problem;
      return before;
    }
    const { state, problems } = reading;
    this.readAt = began;
    this.#unread = '';
    for (const problem of problems)
      this.#log.error({ problem }, 'a part of the release log does not count');
    this.#state = state;
    const isNew = !before || idOf(state) !== idOf(before);
    if ((isNew && state.records.size > 0) || this.#isUnkept) await this.#keep(state);
    return state;
  }

  /** Whether one of the records read so far names this release. */
  hasNamed(app: string, version: string): boolean {
    return this.#named.has(`${app}/${version}`);
  }

  /** The same after reading the app's earlier records, for pages that have been open for long. */
  async hadNamed(app: string, version: string): Promise<boolean> {
    const held = this.#state?.records.get(app);
    if (held && !this.hasNamed(app, version)) {
      const looking =
        this.#lookingBack.get(app) ??
        this.#lookBack(held).catch(({ message: problem }: Error) => {
          this.#log.warn({ problem }, 'earlier records of an app cannot be read');
          setTimeout(() => this.#lookingBack.delete(app), againMs).unref();
        });
      this.#lookingBack.set(app, looking);
      await looking;
    }
    return this.hasNamed(app, version);
  }

  async #lookBack(held: HeldRecord): Promise<void> {
    let left = mostBefore;
    for await (const record of recordsBackwards(this.#store, held)) {
      this.#name(record);
      left -= 1;
      if (left === 0) break;
    }
  }

  #name({ app, current, next, earlier }: AppRecord): void {
    for (const release of [current, next, ...earlier])
      if (release) this.#named.add(`${app}/${release.version}`);
  }

  /** Continues with the state kept before a restart. */
  async #start(): Promise<LogReader> {
    const { PUBLISHERS, RELEASES_AT_LEAST } = this.#env;
    const { records: kept } = await this.#readKept();
    const reading = Object.entries(kept).map(async ([path, content]) => {
      const [, app = '', name = ''] = path.split('/');
      // Its key may have been revoked.
      return verifiedRecord(app, numberOf(name) ?? 0, content, PUBLISHERS).catch((error: Error) => {
        this.#log.error({ problem: error.message }, 'a kept record does not count any more');
        return [];
      });
    });
    const records = (await Promise.all(reading)).flat();
    for (const { record } of records) this.#name(record);
    const reader = new LogReader(this.#store, PUBLISHERS, RELEASES_AT_LEAST, records);
    if (records.length > 0) this.#state = reader.state;
    return reader;
  }

  /**
   * Reads the state kept outside the release store, so that nobody who can write to the store can
   * restore an older one. A damaged file is logged, and the site is served anyway.
   */
  async #readKept(): Promise<Kept> {
    const { STATE_DIR } = this.#env;
    if (!STATE_DIR) return { records: {} };
    return readStored(STATE_DIR, keptFile, mostKept)
      .then((content) => parseJson(Kept, String(content), join(STATE_DIR, keptFile)))
      .catch(({ code, message: problem }: NodeJS.ErrnoException) => {
        if (code !== 'ENOENT')
          this.#log.error(
            { problem },
            'the kept state of the release log is damaged, so a log that was cut off would be accepted now: compare what is current, by "pnpm releases", with what was published last',
          );
        return { records: {} };
      });
  }

  /** Keeps a state for the next start. A failure is logged once, and leaves the old file. */
  async #keep({ records, withheld }: LogState): Promise<void> {
    const last = [...withheld.values()].flatMap((it) => it.last ?? []);
    const kept: Kept = { records: {} };
    for (const { record, content } of [...records.values(), ...last]) {
      this.#name(record);
      kept.records[recordPath(record.app, record.number)] = content;
    }
    const { STATE_DIR } = this.#env;
    if (!STATE_DIR) return;
    const problem = await new FolderStore(STATE_DIR)
      .write(keptFile, Buffer.from(JSON.stringify(kept)))
      .then(() => '')
      .catch(({ message }: Error) => message);
    if (!problem && this.#isUnkept) this.#log.info('the state of the release log is kept again');
    if (problem && !this.#isUnkept)
      this.#log.error(
        { problem },
        'the state of the release log could not be kept, so a log that was cut off would be accepted after a restart; the gateway tries again until it succeeds',
      );
    this.#isUnkept = problem !== '';
  }
}
