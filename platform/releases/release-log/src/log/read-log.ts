import type { Publishers } from '../rules/release-signature.ts';
import type { ReadableStore } from '../stores/release-store.ts';
import { AppLog, type SeenRecord, type Withheld } from './app-log.ts';
import { type HeldRecord, logFolder, type Place, verifiedHead } from './app-record.ts';
import { countedNow } from './counted.ts';

/** The part of a log that counts. */
export interface LogState {
  /** The records that count, by app. */
  records: ReadonlyMap<string, HeldRecord>;
  /** The apps that must not be served, because a published record is missing. */
  withheld: ReadonlyMap<string, Withheld>;
  /** By app: the number of its next record, and the earliest time, in milliseconds since 1970. */
  next: ReadonlyMap<string, AppLog['next']>;
  /** The newest heads, by app. */
  heads: ReadonlyMap<string, string>;
}

export const emptyState: LogState = {
  records: new Map(),
  withheld: new Map(),
  next: new Map(),
  heads: new Map(),
};

/** Returns a text that differs when another record counts, or counts differently. */
export function idOf({ records, withheld }: LogState): string {
  const counted = [...records.values()].map(({ hash, record: { app, current, next } }) =>
    [app, hash, current?.version, next?.percent].join(' '),
  );
  return [...counted, ...withheld.keys()].join();
}

/** A record that must exist, or precede the one that counts. */
export interface Floor extends Place {
  app: string;
}

/** Reads a log, as it counts now. */
export async function readLog(
  store: ReadableStore,
  publishers: Publishers,
  reader = new LogReader(store, publishers),
) {
  const { state, problems } = await reader.read();
  return { state: { ...state, records: await countedNow(store, state.records) }, problems };
}

/** How often to reread records that were invalid, withheld or may be gone, in milliseconds. */
const compareMs = 5000;

/** Reads a store's log, and later what was added. No app ever goes back to an earlier record. */
export class LogReader {
  readonly #store: ReadableStore;
  readonly #publishers: Publishers;
  readonly #floors: readonly SeenRecord[];
  readonly #logs = new Map<string, AppLog>();
  readonly #seenBy = new WeakMap<HeldRecord, Promise<SeenRecord[]>>();
  #named: ReadonlySet<string> = new Set();
  #comparedAt = performance.now();

  /**
   * @param floors of `RELEASES_AT_LEAST`
   * @param kept records that counted before
   */
  constructor(
    store: ReadableStore,
    publishers: Publishers,
    floors: readonly Floor[] = [],
    kept: readonly HeldRecord[] = [],
  ) {
    this.#store = store;
    this.#publishers = publishers;
    this.#floors = floors.map((floor) => ({ ...floor, by: 'RELEASES_AT_LEAST' }));
    for (const held of kept) this.#logOf(held.record.app, held);
    for (const { app } of floors) this.#logOf(app);
  }

  /** The records that count among those that were read. */
  get state(): LogState {
    return stateOf([...this.#logs.values()]);
  }

  /**
   * Also returns a sentence for each problem that the previous reading did not have. A team may
   * close its files to others: it rejects only if no app's files can be read.
   */
  async read() {
    for (const app of await this.#apps()) this.#logOf(app);
    const isDue = performance.now() - this.#comparedAt >= compareMs;
    if (isDue) await Promise.all([...this.#logs.values()].map((log) => log.compare()));
    // Several times: a record may wait for one that is read later, or name one that no list had.
    for (let isNew = true; isNew; ) {
      const seen = await this.#seen();
      for (const { app } of seen) this.#logOf(app);
      const looking = [...this.#logs.values()]
        .filter(({ withheld, failure }) => isDue || !withheld || failure)
        .map((log) => log.look(missingIn(log, seen)));
      isNew = (await Promise.all(looking)).includes(true);
      for (const log of this.#logs.values())
        isNew = log.settle((waiting) => this.#hasCome(waiting)) || isNew;
    }
    const logs = [...this.#logs.values()];
    const [failed] = logs.filter(({ failure }) => failure);
    if (failed && logs.every(({ failure, held }) => failure || !held)) throw failed.failure;
    if (isDue) this.#comparedAt = performance.now();
    const seen = await this.#seen();
    for (const log of logs) log.judge(missingIn(log, seen)[0]);
    for (const log of logs) this.#withholdWaiting(log);
    const problems = logs.flatMap((log) => log.problems);
    const news = problems.filter((problem) => !this.#named.has(problem));
    this.#named = new Set(problems);
    return { state: this.state, problems: news };
  }

  #logOf(app: string, kept?: HeldRecord): AppLog {
    const log = this.#logs.get(app) ?? new AppLog(app, this.#store, this.#publishers, kept);
    this.#logs.set(app, log);
    return log;
  }

  /** Returns the apps that a key may publish; for `*`, all apps that have a log. */
  async #apps(): Promise<string[]> {
    const named = this.#publishers.keys.flatMap(({ apps }) => apps);
    const names = named.includes('*') ? await this.#store.names(logFolder) : [];
    const folders = names.flatMap((name) => /^([a-z0-9][\w-]*)\/$/i.exec(name)?.[1] ?? []);
    return [...named.filter((app) => app !== '*'), ...folders];
  }

  /** Whether the record that this one waits for counts or did: its successors saw this one. */
  #hasCome({ record: { app, waitsFor }, head }: HeldRecord): boolean {
    const other = this.#logs.get(waitsFor?.app ?? '')?.held;
    return other?.hash === waitsFor?.hash || other?.record.heads[app] === head;
  }

  /** Withholds an app that may have changed in one step with a withheld one. */
  #withholdWaiting(log: AppLog): void {
    if (log.withheld) return;
    const others = log.awaitedApps.flatMap((app) => this.#logs.get(app)?.withheld ?? []);
    if (others[0]) log.withhold(`It may have changed with another app: ${others[0].problem}`);
  }

  /** Returns the records that operators and publishers of other apps have seen. */
  async #seen(): Promise<SeenRecord[]> {
    const seen = [...this.#logs.values()].map(({ held }) => {
      if (!held) return [];
      const known = this.#seenBy.get(held) ?? seenBy(held, this.#publishers);
      this.#seenBy.set(held, known);
      return known;
    });
    return [...this.#floors, ...(await Promise.all(seen)).flat()];
  }
}

/** Returns other apps' records that a record has seen, by heads that keys of these apps signed. */
async function seenBy({ record }: HeldRecord, publishers: Publishers): Promise<SeenRecord[]> {
  const others = Object.entries(record.heads).filter(([app]) => app !== record.app);
  const seen = others.map(async ([app, head]) => {
    const place = await verifiedHead('The head', app, head, publishers).catch(() => undefined);
    return place ? { ...place, head, by: record.app } : [];
  });
  return (await Promise.all(seen)).flat();
}

/** Returns an app's records that somebody has seen and that seem missing, newest first. */
const missingIn = (log: AppLog, seen: readonly SeenRecord[]): SeenRecord[] =>
  seen
    .filter((it) => it.app === log.app && !log.has(it))
    .sort((one, other) => other.number - one.number);

function stateOf(logs: readonly AppLog[]): LogState {
  const records = new Map<string, HeldRecord>();
  const withheld = new Map<string, Withheld>();
  const heads = new Map<string, string>();
  for (const log of logs) {
    const { app, held } = log;
    const head = log.withheld?.missing?.head ?? log.withheld?.head ?? held?.head;
    if (log.withheld) withheld.set(app, log.withheld);
    else if (held) records.set(app, held);
    if (head) heads.set(app, head);
  }
  return { records, withheld, heads, next: new Map(logs.map(({ app, next }) => [app, next])) };
}
