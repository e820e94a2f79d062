import { type HeldRecord, verifiedRecord } from '@kargo/release-log/log/app-record';
import { entryPath, hashOf, largestEntry } from '@kargo/release-log/log/log-entry';
import { emptyState, type LogState } from '@kargo/release-log/log/log-state';
import {
  ifNotRead,
  type LogReading,
  readLog,
  readOn,
  strayFiles,
} from '@kargo/release-log/log/read-log';
import type { ReadableStore } from '@kargo/release-log/stores/release-store';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Env } from '../env.ts';
import { type KeptState, keepState, mostNamed, readKeptState } from './kept-state.ts';

/** How often the newest entry is compared with the one that was read, in milliseconds. */
const compareMs = 5000;

type Settings = Pick<Env, 'PUBLISHERS' | 'STATE_DIR' | 'RELEASES_AT_LEAST'>;

/**
 * The release log, as this gateway has read it. Its state never goes back: if entries are removed from
 * the store or replaced, the state stays, and the problem is logged.
 */
export class FollowedLog {
  readonly #store: ReadableStore;
  readonly #env: Settings;
  readonly #log: FastifyBaseLogger;
  /** As `<app>/<version>`; those that were named last stay. */
  readonly #named = new LRUCache<string, true>({ max: mostNamed.names });
  #state: LogState | null = null;
  #hasStarted = false;
  /** A state that could not be kept. */
  #unkept: KeptState | null = null;
  #comparedAt = Number.NEGATIVE_INFINITY;
  #problem = '';
  #stray = '';
  #unread = '';

  constructor(store: ReadableStore, env: Settings, log: FastifyBaseLogger) {
    this.#store = store;
    this.#env = env;
    this.#log = log;
  }

  /**
   * Reads what was added since the last call, which has to have ended.
   *
   * @throws when the store cannot be read, or its log is shorter than it has to be
   */
  async read(): Promise<LogState> {
    if (!this.#hasStarted) await this.#start();
    this.#hasStarted = true;
    const { PUBLISHERS, RELEASES_AT_LEAST: atLeast } = this.#env;
    const before = this.#state;
    const reading = before
      ? await readOn(this.#store, PUBLISHERS, before).catch((it) => this.#unreadable(it, before))
      : await readLog(this.#store, PUBLISHERS);
    const { state, problems } = reading;
    // What nobody has signed does not count.
    const signed = Math.max(0, ...[...state.records.values()].map((it) => it.record.generation));
    if (signed < atLeast)
      throw new Error(
        `The last entry of the release log that a key of PUBLISHERS has signed is ${signed}, and RELEASES_AT_LEAST is ${atLeast}.`,
      );
    for (const problem of problems) this.#log.error({ problem }, 'a log entry does not count');
    this.#state = state;
    const isNew = state.generation > 0 && state.generation !== before?.generation;
    const toKeep = isNew ? await this.#toKeep(state) : this.#unkept;
    if (toKeep) await this.#keep(toKeep);
    await this.#compare();
    return state;
  }

  /** The store cannot be read now: what was read before stays. Logged once. */
  #unreadable(error: Error, state: LogState): LogReading {
    if (error.message !== this.#unread)
      this.#log.error({ problem: error.message }, 'the release store cannot be read');
    this.#unread = error.message;
    return { state, problems: [], named: new Set() };
  }

  /** Whether this release is or was in a record that counts. */
  hasNamed(app: string, version: string): boolean {
    return this.#named.has(`${app}/${version}`);
  }

  /** Continues with the state that was kept before a restart. */
  async #start(): Promise<void> {
    const kept = await readKeptState(this.#env.STATE_DIR, this.#log);
    if (!kept) return;
    for (const name of kept.named) this.#named.set(name, true);
    const records = new Map<string, HeldRecord>();
    for (const [app, jws] of Object.entries(kept.records)) {
      const record = await verifiedRecord(app, jws, this.#env.PUBLISHERS).catch(() => undefined);
      if (record) records.set(app, { jws, record });
    }
    const { generation, hash } = kept;
    const state = { ...emptyState, generation, hash, records };
    const isWhole = records.size === Object.keys(kept.records).length;
    this.#state = isWhole ? state : await this.#withEarlierRecords(state);
  }

  /** Adds the last records by other keys, for those whose key was revoked while the gateway was stopped. */
  async #withEarlierRecords(state: LogState): Promise<LogState> {
    const { records, ignored } = await readLog(this.#store, this.#env.PUBLISHERS).then(
      (reading) => reading.state,
      () => emptyState,
    );
    return { ...state, records: new Map([...records, ...state.records]), ignored };
  }

  async #toKeep({ generation, hash, records }: LogState): Promise<KeptState> {
    for (const { record } of records.values()) {
      for (const release of [...record.earlier.toReversed(), record.next, record.current]) {
        const name = `${record.app}/${release?.version}`;
        if (release && name.length <= mostNamed.length) this.#named.set(name, true);
      }
    }
    return {
      generation,
      hash,
      entry: String(await this.#store.read(entryPath(generation), largestEntry).catch(() => '')),
      records: Object.fromEntries([...records].map(([app, { jws }]) => [app, jws])),
      named: [...this.#named.rkeys()],
    };
  }

  /** Keeps a state for the next start. A failure is logged once. */
  async #keep(state: KeptState): Promise<void> {
    try {
      await keepState(this.#env.STATE_DIR, state);
      if (this.#unkept) this.#log.info('the state of the release log is kept again');
      this.#unkept = null;
    } catch (error) {
      if (!this.#unkept)
        this.#log.error(
          { problem: (error as Error).message },
          'the state of the release log could not be kept, so a log that was cut off would be accepted after a restart; it is tried again until it can be',
        );
      this.#unkept = state;
    }
  }

  /** Logs once if the newest entry that was read is gone from the store or was replaced, and what lies behind it. */
  async #compare(): Promise<void> {
    const state = this.#state;
    if (!state?.generation || performance.now() - this.#comparedAt < compareMs) return;
    this.#comparedAt = performance.now();
    const path = entryPath(state.generation);
    const reading = this.#store.read(path, largestEntry).catch(ifNotRead);
    const content = await reading.catch(() => null);
    // The store cannot be read now.
    if (content === null) return;
    const isSame = content && hashOf(content) === state.hash;
    const where = this.#env.STATE_DIR ?? 'the folder of another gateway';
    const problem = isSame
      ? ''
      : `${path} was served before and is ${content ? 'another one' : 'gone'} now. What it said stays; how to put it back, from release-log.json of ${where}, is in docs/operations.md, "A log that was changed".`;
    if (problem && problem !== this.#problem)
      this.#log.error({ problem }, 'the release log was changed');
    this.#problem = problem;
    const stray = await strayFiles(this.#store, state.generation, path).catch(() => this.#stray);
    if (stray && stray !== this.#stray)
      this.#log.error({ problem: stray }, 'files in the release log do not count');
    this.#stray = stray;
  }
}
