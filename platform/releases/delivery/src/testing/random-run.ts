import { newPublisherKey, publicPart } from '@kargo/release-log/contract/release-signature';
import { type HeldRecord, logFolder, recordPath } from '@kargo/release-log/log/app-record';
import { recordsBackwards } from '@kargo/release-log/log/log-history';
import { LogReader, type LogState } from '@kargo/release-log/log/read-log';
import { withCurrent } from '@kargo/release-log/log/served-releases';
import { NotStoredError, type ReleaseStore } from '@kargo/release-log/stores/release-store';
import { addRecords } from '../change-record.ts';
import type { Keys } from '../keys.ts';
import { OvertakenError } from '../refused-error.ts';

// A random run of publishers and gateways on a store in memory. Its seed replays it: everything awaited is a call of
// the store, and the seed decides which call is answered next, and how.

const apps = ['auth', 'marketing', 'shell'];
const team = await newPublisherKey('team', apps);
const keys: Keys = { key: team, publishers: { log: 'runs', keys: [publicPart(team)] } };

/** Maximum calls of the store in a run; after that somebody must be waiting forever. */
const mostCalls = 3000;

/** What no run may show. */
export class BrokenError extends Error {}

interface Call {
  actor: Actor;
  /** Changes the store or reads it, and returns the response. */
  effect: () => unknown;
  isCreate: boolean;
  path: string;
  content: Buffer;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

/** A process that uses the store. */
interface Actor {
  name: string;
  isKilled: boolean;
  isDone: boolean;
  /** Whether somebody else released one of its apps at the same time. */
  hasCompany: boolean;
  /** By app: the number of the record that it saw last. */
  seen: ReadonlyMap<string, number>;
  hadFault: boolean;
}

interface Gateway {
  name: string;
  reader?: LogReader | undefined;
  /** The records that it would have after a restart. */
  kept: HeldRecord[];
  isReading: boolean;
}

/** Runs one seed; returns what happened, one line each. */
export async function randomRun(seed: number): Promise<string[]> {
  const run = new Run(seed);
  const { now } = performance;
  performance.now = () => run.clock;
  try {
    await run.play();
  } catch (error) {
    if (!(error instanceof BrokenError)) throw error;
    throw new BrokenError([`Seed ${seed}: ${error.message}`, ...run.lines].join('\n  '));
  } finally {
    performance.now = now;
  }
  return run.lines;
}

class Run {
  readonly lines: string[] = [];
  clock = 0;
  readonly #random: () => number;
  readonly #objects = new Map<string, Buffer>();
  /** Paths in the order in which they were written. */
  readonly #written: string[] = [];
  #calls: Call[] = [];
  #answered = 0;
  #isHealthy = false;
  #versions = 0;
  readonly #publishers: { actor: Actor; names: readonly string[] }[] = [];
  /** Versions by app that their publishers believe to be current. */
  readonly #acknowledged = new Map<string, string[]>(apps.map((app) => [app, []]));
  /** As `<app> <version>`: those whose publishers learned that somebody else was faster. */
  readonly #refused = new Set<string>();
  /** Versions of each step of several apps, by app. */
  readonly #steps: Record<string, string>[] = [];
  /** By path of a record: what its publisher had seen of other apps. */
  readonly #seen = new Map<string, ReadonlyMap<string, number>>();
  /** By app: the highest number that a reader was shown. */
  readonly #shown = new Map<string, number>();
  readonly #gateways = [0, 1].map(
    (index): Gateway => ({ name: `gateway ${index}`, kept: [], isReading: false }),
  );
  #broken: BrokenError | undefined;

  constructor(seed: number) {
    this.#random = mulberry(seed);
  }

  async play(): Promise<void> {
    const length = 40 + this.#below(60);
    for (let step = 0; step < length; step += 1) {
      this.clock += this.#below(1500);
      if (this.#calls.length > 0 && this.#below(100) < 80) this.#answer();
      else this.#begin();
      await this.#idle();
    }
    this.#isHealthy = true;
    await this.#drain();
    for (const app of apps) {
      this.#publish([app]);
      await this.#drain();
      if (!this.#acknowledged.get(app)?.includes(`${this.#versions}`))
        throw new BrokenError(`The last publisher of ${app} could not publish.`);
    }
    await this.#expectEnd();
    await this.#expectWithheld();
  }

  #begin(): void {
    const kind = this.#below(10);
    if (kind < 3) this.#publish([this.#oneOf(apps)]);
    else if (kind < 5) this.#publish(apps.filter(() => this.#below(4) > 0));
    else if (kind < 6) this.#restart();
    else if (kind < 9) this.#read(this.#oneOf(this.#gateways));
    else void this.#readFresh();
  }

  /** Somebody makes the next versions of some apps current, in one step. */
  #publish(names: readonly string[]): void {
    if (names.length === 0) return;
    this.#versions += 1;
    const version = `${this.#versions}`;
    const actor = this.#actor(`publisher of ${names.join(', ')} ${version}`);
    for (const other of this.#publishers) {
      if (other.actor.isDone || !other.names.some((app) => names.includes(app))) continue;
      other.actor.hasCompany = true;
      actor.hasCompany = true;
    }
    this.#publishers.push({ actor, names });
    if (names.length > 1) this.#steps.push(Object.fromEntries(names.map((app) => [app, version])));
    const adding = addRecords({ store: this.#store(actor), keys }, async ({ records }) => {
      actor.seen = new Map([...records].map(([app, { record }]) => [app, record.number]));
      const at = new Date().toISOString();
      const next = { version, hash: version, at, by: 'team', opened: null };
      const before = (app: string) => records.get(app)?.record;
      return Object.fromEntries(names.map((app) => [app, withCurrent(before(app), next)]));
    });
    void adding
      .then(
        () => {
          this.#say(`${actor.name} is done`);
          for (const app of names) this.#acknowledged.get(app)?.push(version);
        },
        (error) => {
          this.#say(`${actor.name} failed: ${error.message}`);
          if (!(error instanceof OvertakenError)) return;
          if (!actor.hasCompany && !actor.hadFault)
            throw new BrokenError(`${actor.name} was refused, although nobody released the app.`);
          for (const app of names) this.#refused.add(`${app} ${version}`);
        },
      )
      .catch((error) => {
        this.#broken ??= error;
      })
      .finally(() => {
        actor.isDone = true;
      });
  }

  #restart(): void {
    const gateway = this.#oneOf(this.#gateways);
    if (gateway.isReading) return;
    this.#say(`${gateway.name} restarts`);
    gateway.reader = undefined;
  }

  #read(gateway: Gateway): void {
    if (gateway.isReading) return;
    gateway.isReading = true;
    const store = this.#store(this.#actor(gateway.name));
    // Its store belongs to the process, which lives until it is restarted.
    gateway.reader ??= new LogReader(store, keys.publishers, [], gateway.kept);
    const shown = new Map(this.#shown);
    const reading = gateway.reader.read().then(
      ({ state }) => {
        this.#expectShown(gateway.name, state, shown);
        if (this.#below(10) > 0) gateway.kept = [...state.records.values()];
      },
      () => this.#say(`${gateway.name} could not read`),
    );
    void reading
      .catch((error) => {
        this.#broken ??= error;
      })
      .finally(() => {
        gateway.isReading = false;
      });
  }

  async #readFresh(): Promise<void> {
    const shown = new Map(this.#shown);
    const reader = new LogReader(this.#store(this.#actor('reader')), keys.publishers);
    const reading = await reader.read().catch(() => undefined);
    try {
      if (reading) this.#expectShown('reader', reading.state, shown);
    } catch (error) {
      this.#broken ??= error as BrokenError;
    }
  }

  /** Nobody sees an older record than somebody else before, part of a step, or nothing. */
  #expectShown(name: string, state: LogState, shown: ReadonlyMap<string, number>): void {
    const numbers = apps.map((app) => state.records.get(app)?.record.number ?? 0);
    this.#say(`${name} sees ${apps.map((app, index) => `${app} ${numbers[index]}`).join(', ')}`);
    for (const [app, { problem }] of state.withheld)
      throw new BrokenError(`${name} withholds ${app}: ${problem}`);
    for (const [index, app] of apps.entries()) {
      const number = numbers[index] ?? 0;
      const before = shown.get(app) ?? 0;
      if (number < before)
        throw new BrokenError(`${name} sees record ${number} of ${app} after ${before}.`);
      this.#shown.set(app, Math.max(this.#shown.get(app) ?? 0, number));
    }
    this.#expectWhole(name, state);
  }

  #expectWhole(name: string, { records }: LogState): void {
    for (const step of this.#steps) {
      // A later version of an app says nothing about the step.
      const seen = Object.entries(step).map(([app, version]) => {
        const current = Number(records.get(app)?.record.current?.version ?? 0);
        const earlier = records.get(app)?.record.earlier.map((it) => it.version) ?? [];
        if (current === Number(version) || earlier.includes(version)) return 'there';
        return this.#isReplaced(app, version, records) ? 'replaced' : 'missing';
      });
      if (seen.includes('there') && seen.includes('missing'))
        throw new BrokenError(`${name} sees a part of ${JSON.stringify(step)}: ${seen}.`);
    }
  }

  /** Whether another publisher has released an app since its record of a version was stored. */
  #isReplaced(app: string, version: string, records: LogState['records']): boolean {
    const stored = this.#recordOf(app, version);
    return stored !== undefined && stored < (records.get(app)?.record.number ?? 0);
  }

  /** Returns the number of the stored record that made a version current. */
  #recordOf(app: string, version: string): number | undefined {
    for (let number = 1; number < 200; number += 1) {
      const content = this.#objects.get(recordPath(app, number));
      if (content && String(content).includes(`\\"current\\":{\\"version\\":\\"${version}\\"`))
        return number;
    }
    return undefined;
  }

  async #expectEnd(): Promise<void> {
    const states: LogState[] = [];
    for (const gateway of this.#gateways) {
      this.clock += 6000;
      gateway.reader ??= new LogReader(
        this.#store(this.#actor(gateway.name)),
        keys.publishers,
        [],
        gateway.kept,
      );
      states.push(await this.#readNow(gateway.reader));
      gateway.kept = [...(states.at(-1)?.records.values() ?? [])];
    }
    const store = this.#store(this.#actor('last reader'));
    const last = await this.#readNow(new LogReader(store, keys.publishers));
    for (const state of states)
      for (const app of apps)
        if (state.records.get(app)?.hash !== last.records.get(app)?.hash)
          throw new BrokenError(`Readers do not agree on ${app}.`);
    this.#expectShown('last reader', last, this.#shown);
    for (const app of apps) await this.#expectChain(app, last);
  }

  /** What publishers believe to be published appears once in one chain of records. */
  async #expectChain(app: string, { records }: LogState): Promise<void> {
    const held = records.get(app);
    const versions: string[] = [];
    const reading = (async () => {
      const store = this.#store(this.#actor('history'));
      for await (const { current } of held ? recordsBackwards(store, held) : [])
        if (current) versions.push(current.version);
    })();
    await this.#drain();
    await reading.catch((error: Error) => {
      throw new BrokenError(error.message);
    });
    const once = versions.filter((version, index) => version !== versions[index + 1]);
    if (new Set(once).size !== once.length)
      throw new BrokenError(`The chain of ${app} has a version twice: ${once}.`);
    for (const version of versions)
      if (this.#refused.has(`${app} ${version}`))
        throw new BrokenError(`${app} ${version} was refused, and is in its chain.`);
    for (const version of this.#acknowledged.get(app) ?? []) {
      const isOfStep = this.#steps.some((step) => step[app] === version);
      if (!versions.includes(version) && !(isOfStep && this.#isReplaced(app, version, records)))
        throw new BrokenError(`${app} ${version} was acknowledged and is not in its chain.`);
    }
  }

  /** After some of the newest records are removed, an app is served no older than another one has seen it. */
  async #expectWithheld(): Promise<void> {
    for (const app of apps) {
      const paths = [...this.#objects.keys()].filter((it) => it.startsWith(`${logFolder}/${app}/`));
      for (const path of paths.sort().slice(0, this.#below(3))) this.#objects.delete(path);
    }
    const store = this.#store(this.#actor('reader after removal'));
    const { records, withheld } = await this.#readNow(new LogReader(store, keys.publishers));
    for (const { record } of records.values())
      for (const [app, number] of this.#seen.get(recordPath(record.app, record.number)) ?? []) {
        const served = records.get(app)?.record.number ?? 0;
        if (app !== record.app && !withheld.has(app) && served < number)
          throw new BrokenError(
            `${app} ${served} is served, and ${record.app} has seen ${number}.`,
          );
      }
    const [{ kept = [] } = {}] = this.#gateways;
    const again = this.#store(this.#actor('gateway after removal'));
    const state = await this.#readNow(new LogReader(again, keys.publishers, [], kept));
    for (const { record } of kept)
      if ((state.records.get(record.app)?.record.number ?? 0) < record.number)
        throw new BrokenError(
          `A gateway went back to before record ${record.number} of ${record.app}.`,
        );
  }

  async #readNow(reader: LogReader): Promise<LogState> {
    const reading = reader.read();
    await this.#drain();
    return (await reading).state;
  }

  /** Answers all calls until no one calls any more. */
  async #drain(): Promise<void> {
    await this.#idle();
    while (this.#calls.length > 0) {
      this.#answer();
      await this.#idle();
    }
  }

  /** Answers one call, as the store does or as on a bad day. */
  #answer(): void {
    this.#answered += 1;
    if (this.#answered > mostCalls) throw new BrokenError('Somebody calls the store for ever.');
    const [call] = this.#calls.splice(this.#below(this.#calls.length), 1);
    if (!call || call.actor.isKilled) return;
    const { actor, effect, isCreate, path, content, resolve, reject } = call;
    const luck = this.#isHealthy ? 100 : this.#below(100);
    const isPublisher = actor.name.startsWith('publisher');
    if (luck < 8) actor.hadFault = true;
    if (luck < 3 && isPublisher && !actor.isDone) {
      const isAfter = this.#below(2) > 0;
      if (isAfter) attempt(effect);
      else if (isCreate && this.#below(2) > 0) this.#tear(call);
      this.#kill(actor, `${isAfter ? 'after' : 'in'} ${path}`);
    } else if (luck < 4) {
      this.#say(`${actor.name} is refused ${path}`);
      reject(new Error('The store is away.'));
    } else if (luck < 6 && isCreate) {
      this.#say(`${actor.name} gets no answer to ${path}`);
      attempt(effect);
      reject(new Error('The answer was lost.'));
    } else if (luck < 8 && isCreate) {
      this.#say(`${actor.name} creates ${path} twice`);
      attempt(effect);
      resolve(attempt(effect).value);
    } else {
      const { value, error } = attempt(effect);
      if (isCreate) this.#say(`${actor.name} creates ${path}: ${value} ${describe(content)}`);
      if (error) reject(error);
      else resolve(value);
    }
  }

  #kill(actor: Actor, where: string): void {
    this.#say(`${actor.name} is killed ${where}`);
    actor.isKilled = true;
  }

  #tear({ path, content }: Call): void {
    if (!this.#objects.has(path)) this.#put(path, content.subarray(0, content.length / 2));
  }

  #put(path: string, content: Buffer): void {
    this.#objects.set(path, content);
    this.#written.push(path);
  }

  #actor(name: string): Actor {
    return {
      name,
      isKilled: false,
      isDone: false,
      hasCompany: false,
      seen: new Map(),
      hadFault: false,
    };
  }

  /** The store as one process sees it. */
  #store(actor: Actor): ReleaseStore {
    const call = <Value>(path: string, effect: () => Value, content?: Buffer): Promise<Value> =>
      new Promise((resolve, reject) => {
        if (this.#broken) return;
        this.#calls.push({
          actor,
          effect,
          path,
          isCreate: content !== undefined,
          content: content ?? Buffer.alloc(0),
          resolve: resolve as Call['resolve'],
          reject,
        });
      });
    return {
      name: 'memory',
      now: () => Date.now(),
      read: (path) =>
        call(path, () => {
          const content = this.#objects.get(path);
          if (content) return content;
          throw new NotStoredError(`${path} does not exist.`);
        }),
      create: (path, content) =>
        call(
          path,
          () => {
            if (this.#objects.has(path)) return false;
            this.#put(path, content);
            this.#seen.set(path, actor.seen);
            return true;
          },
          content,
        ),
      names: (folder) => call(folder, () => this.#names(folder)),
      write: (path, content) => call(path, () => this.#put(path, content), content),
      remove: () => Promise.reject(new Error('Nothing is removed.')),
      list: () => Promise.reject(new Error('Nothing is listed.')),
    };
  }

  /** Lists a folder as it is, or as it was before the last writes. */
  #names(folder: string): string[] {
    const late = this.#isHealthy ? 0 : Math.max(0, this.#below(8) - 3);
    const hidden = new Set(late > 0 ? this.#written.slice(-late) : []);
    const paths = [...this.#objects.keys()].filter((path) => !hidden.has(path));
    const names = paths.flatMap((path) =>
      path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : [],
    );
    return [...new Set(names.map((name) => name.replace(/\/.*/, '/')))].sort();
  }

  /** Waits until everybody is waiting for the store. */
  async #idle(): Promise<void> {
    await new Promise(setImmediate);
    if (this.#broken) throw this.#broken;
  }

  #say(line: string): void {
    this.lines.push(line);
  }

  /** Returns a whole number from 0 on. */
  #below(end: number): number {
    return Math.floor(this.#random() * end);
  }

  #oneOf<Value>(values: readonly Value[]): Value {
    return values[this.#below(values.length)] as Value;
  }
}

/** Says which record this one follows, and which it waits for. */
function describe(content: Buffer): string {
  const { previous, waitsFor } = JSON.parse(JSON.parse(String(content)).record);
  const waits = waitsFor ? `, waits for ${waitsFor.app} ${waitsFor.number}` : '';
  return `after ${previous?.number ?? 'none'}${waits}`;
}

function attempt(effect: () => unknown): { value?: unknown; error?: Error } {
  try {
    return { value: effect() };
  } catch (error) {
    return { error: error as Error };
  }
}

/** A random generator of numbers from 0 to 1: https://github.com/cprosche/mulberry32 */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}
