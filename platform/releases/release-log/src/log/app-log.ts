import type { Publishers } from '../rules/release-signature.ts';
import {
  mostNames,
  NotStoredError,
  type ReadableStore,
  UnreadableError,
} from '../stores/release-store.ts';
import {
  type HeldRecord,
  largestRecord,
  logFolder,
  numberOf,
  type Place,
  recordPath,
} from './app-record.ts';
import { ifNotRead, readRecordFile } from './read-record-file.ts';

/** After this many invalid files, the search for a valid record stops. */
const mostFailures = 100;

/** The most files of an app that are read at a time. */
const atOnce = 16;

/** A record that another app's publisher or an operator has seen. */
export interface SeenRecord extends Place {
  app: string;
  by: string;
  /** Undefined if an operator names the record. */
  head?: string;
}

/** Why nothing of an app may be served. */
export interface Withheld {
  problem: string;
  /** The missing record, if one is missing. */
  missing?: SeenRecord | undefined;
  /** The newest head that somebody has seen of a log that cannot be read to its end. */
  head?: string | undefined;
  /** The newest record that exists. */
  last: HeldRecord | undefined;
}

/**
 * One app's log, as far as it was read. The record that was signed last counts: somebody may later
 * add an earlier one that its publisher failed to add.
 */
export class AppLog {
  readonly app: string;
  readonly #store: ReadableStore;
  readonly #publishers: Publishers;
  /** The record that counts; it never goes back. */
  held: HeldRecord | undefined;
  withheld: Withheld | undefined;
  /** Why the store did not let all files be read last. */
  failure: Error | undefined;
  /** The first number after that record for which there is no file. */
  #free = 1;
  /** How many more files after it one reading looks at: the other apps wait for its end. */
  #left = atOnce;
  /** By number: the records read after that one; for an invalid file, the reason. */
  readonly #files = new Map<number, HeldRecord | string>();
  #isListed = false;
  /** Whether there are so many invalid files that a valid record may hide behind them. */
  #isBlocked = false;
  /** Up to this number no record that somebody has seen is missing. */
  #trusted = 0;
  readonly #others = new Set<string>();

  constructor(app: string, store: ReadableStore, publishers: Publishers, kept?: HeldRecord) {
    this.app = app;
    this.#store = store;
    this.#publishers = publishers;
    if (!kept) return;
    this.#hold(kept);
    this.#trusted = kept.record.number;
  }

  /** The problems of the log, one sentence each. */
  get problems(): string[] {
    const [failure, ...failures] = [...this.#files.values()].filter((it) => typeof it === 'string');
    const more = `Nor do ${failures.length} other files of ${logFolder}/${this.app} count.`;
    const failed = failures.length > 0 ? [`${failure} ${more}`] : [failure ?? []].flat();
    const refused = this.#records
      .filter((it) => it !== this.held && !it.record.waitsFor)
      .map(({ record }) => `${this.#pathOf(record.number)} does not count: it was signed earlier.`);
    const unread = this.failure && !this.withheld ? [this.#unread] : [];
    const withheld = this.withheld ? [`${this.app} is withheld: ${this.withheld.problem}`] : [];
    return [...failed, ...refused, ...this.#others, ...unread, ...withheld];
  }

  /**
   * Reads what follows the record that counts; without one, the newest valid record. Never rejects:
   * another app's files may be readable.
   *
   * @param seen records that somebody has seen and that seem to be missing
   * @returns whether there was a new file
   */
  async look(seen: readonly Place[]): Promise<boolean> {
    const known = this.#files.size;
    this.failure = await this.#look(seen).catch((error: Error) => error);
    return this.#files.size > known;
  }

  async #look(seen: readonly Place[]): Promise<undefined> {
    if (!this.#isListed) await this.#list();
    this.#isListed = true;
    while (this.#left > 0 && !this.#hasTooMany && (await this.#fileAt(this.#free))) {
      this.#free += 1;
      this.#left -= 1;
    }
    await this.#filesAt(seen.map(({ number }) => number));
  }

  get #unread(): string {
    return `${logFolder}/${this.app} cannot be read: ${this.failure?.message}`;
  }

  /** Forgets invalid files and those after a gap, and checks that the record that counts exists. */
  async compare(): Promise<void> {
    this.#files.clear();
    this.#others.clear();
    this.#isListed = false;
    this.#free = (this.held?.record.number ?? 0) + 1;
    if (!this.held) return;
    const path = this.#pathOf(this.held.record.number);
    const reading = this.#store.read(path, largestRecord).then(String);
    const content = await reading.catch((error: Error) => error);
    const isGone = content instanceof NotStoredError;
    const found = isGone ? 'gone' : content instanceof Error ? 'unreadable' : 'another one';
    if (content !== this.held.content)
      this.#others.add(
        `${path} was served before and is ${found} now. Its content stays in use; docs/operations.md says how to put it back: "A log that was changed".`,
      );
  }

  /**
   * Makes the record that was signed last count.
   *
   * @param isThere whether the record that a waiting one needs has arrived
   * @returns whether another record counts now
   */
  settle(isThere: (waiting: HeldRecord) => boolean): boolean {
    const [last] = this.#newer
      .filter((it) => !it.record.waitsFor || isThere(it))
      .sort((one, other) => (one.record.at > other.record.at ? -1 : 1));
    if (last) this.#hold(last);
    return last !== undefined;
  }

  /** Whether a record that somebody has seen exists, or has successors. */
  has({ number, hash }: Place): boolean {
    if (number <= Math.max(this.#trusted, (this.held?.record.number ?? 0) - 1)) return true;
    return [this.held, ...this.#newer].some((it) => it?.hash === hash);
  }

  /** The apps that newer records wait for. */
  get awaitedApps(): string[] {
    return this.#newer.flatMap(({ record }) => record.waitsFor?.app ?? []);
  }

  /** @param missing a record that somebody has seen and that is gone */
  judge(missing: SeenRecord | undefined): void {
    const last = this.held;
    this.#left = atOnce;
    if (this.failure && this.#trusted > 0) return;
    this.withheld = undefined;
    if (this.failure) this.withhold(this.#unread, missing?.head);
    else if (this.#isBlocked)
      this.withhold(`The first files in ${logFolder}/${this.app} are invalid.`, missing?.head);
    else if (missing) {
      const problem = `${this.#pathOf(missing.number)}, which ${missing.by} has seen, is missing or was replaced.`;
      this.withheld = { problem, missing, last };
    } else this.#trusted = last?.record.number ?? 0;
  }

  withhold(problem: string, head?: string): void {
    this.withheld = { problem, last: this.held, head };
  }

  get #hasTooMany(): boolean {
    return this.#files.size - this.#records.length >= mostFailures;
  }

  get #records(): HeldRecord[] {
    return [...this.#files.values()].filter((it) => typeof it !== 'string');
  }

  /** The number of the next record, and the earliest time that it may have. */
  get next() {
    const times = [this.held, ...this.#records].map((it) => Date.parse(it?.record.at ?? '') || 0);
    return { number: this.#free, at: Math.max(...times) + 1 };
  }

  /** Records with a higher number and a later time than the one that counts. */
  get #newer(): HeldRecord[] {
    const { number = 0, at = '' } = this.held?.record ?? {};
    return this.#records.filter(({ record }) => record.number > number && record.at > at);
  }

  #hold(held: HeldRecord): void {
    this.held = held;
    this.#free = Math.max(this.#free, held.record.number + 1);
    for (const { record } of this.#records)
      if (record.number <= (held.record.previous?.number ?? 0)) this.#files.delete(record.number);
  }

  /** Reads the newest records, down to one that waits for none, and those after its predecessor. */
  async #list(): Promise<void> {
    const reading = this.#store.names(`${logFolder}/${this.app}`).catch(ifNotRead);
    const names = (await reading) ?? [];
    if (names instanceof UnreadableError) {
      this.#others.add(names.message);
      this.#isBlocked = !this.held;
      return;
    }
    for (const name of names.filter((it) => !numberOf(it)))
      this.#others.add(`${logFolder}/${this.app}/${name} is not a record.`);
    const from = this.held?.record.number ?? 0;
    const numbers = names.flatMap((name) => numberOf(name) ?? []).filter((it) => it > from);
    let newest: HeldRecord | undefined;
    for (let width = 1; numbers.length > 0 && !newest && !this.#hasTooMany; width *= 2) {
      const records = await this.#filesAt(numbers.splice(0, Math.min(width, atOnce)));
      newest = records.find(({ record }) => !record.waitsFor);
    }
    this.#isBlocked = !this.held && !newest && (this.#hasTooMany || names.length === mostNames);
    if (!newest) return;
    this.#free = newest.record.number + 1;
    const { number: after = 0 } = newest.record.previous ?? {};
    await this.#filesAt(numbers.filter((it) => it > after).slice(0, mostFailures));
  }

  async #filesAt(numbers: readonly number[]): Promise<HeldRecord[]> {
    const files = await Promise.all(numbers.map((number) => this.#fileAt(number)));
    return files.flatMap((file) => (typeof file === 'object' ? file : []));
  }

  /** Returns the record in a file, or why it is invalid; undefined if there is no file. */
  async #fileAt(number: number): Promise<HeldRecord | string | undefined> {
    const known = this.#files.get(number);
    if (known) return known;
    const file = await readRecordFile(this.#store, this.#publishers, this.app, number);
    if (file === undefined) return undefined;
    this.#files.set(number, file);
    return file;
  }

  #pathOf(number: number): string {
    return recordPath(this.app, number);
  }
}
