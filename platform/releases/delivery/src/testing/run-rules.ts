import { type HeldRecord, logFolder, recordPath } from '@kargo/release-log/log/app-record';
import { recordsBackwards } from '@kargo/release-log/log/log-history';
import { LogReader, type LogState } from '@kargo/release-log/log/read-log';
import type { Publishers } from '@kargo/release-log/rules/release-signature';
import { Actor, BrokenError, storeIsAway, type UnreliableStore } from './unreliable-store.ts';

export interface Gateway {
  name: string;
  reader?: LogReader | undefined;
  /** The records that it has after a restart. */
  kept: HeldRecord[];
  isReading: boolean;
}

export const newGateway = (name: string): Gateway => ({ name, kept: [], isReading: false });

/** Checks the six rules of docs/proof.md. */
export class RunRules {
  /** By app: the versions whose publishers believe that they became current. */
  readonly acknowledged: ReadonlyMap<string, string[]>;
  /** As `<app> <version>`: the versions whose publishers learned that somebody else was faster. */
  readonly refused = new Set<string>();
  /** For each step of several apps: the versions by app. */
  readonly steps: Record<string, string>[] = [];
  /** By app: the highest number that a reader has seen. */
  readonly shown = new Map<string, number>();
  readonly #store: UnreliableStore;
  readonly #apps: readonly string[];
  readonly #publishers: Publishers;

  constructor(store: UnreliableStore, apps: readonly string[], publishers: Publishers) {
    this.#store = store;
    this.#apps = apps;
    this.#publishers = publishers;
    this.acknowledged = new Map(apps.map((app) => [app, []]));
  }

  /** Returns a reader of the log for a process. */
  readerFor(name: string, kept: readonly HeldRecord[] = []): LogReader {
    return new LogReader(this.#store.as(new Actor(name)), this.#publishers, [], kept);
  }

  /**
   * No reader sees an older record than a reader before, a part of a step, or a withheld app, but
   * one whose files the store has just refused to somebody who knows no record of it.
   */
  expectShown(name: string, state: LogState, shown: ReadonlyMap<string, number>): void {
    const numbers = this.#apps.map(
      (app) => [app, state.records.get(app)?.record.number ?? 0] as const,
    );
    this.#store.lines.push(`${name} sees ${numbers.map((it) => it.join(' ')).join(', ')}`);
    for (const [app, { problem }] of state.withheld)
      if (!problem.includes(storeIsAway))
        throw new BrokenError(`${name} withholds ${app}: ${problem}`);
    for (const [app, number] of numbers.filter(([app]) => !state.withheld.has(app))) {
      const before = shown.get(app) ?? 0;
      if (number < before)
        throw new BrokenError(`${name} sees record ${number} of ${app} after ${before}.`);
      this.shown.set(app, Math.max(this.shown.get(app) ?? 0, number));
    }
    this.#expectWhole(name, state);
  }

  #expectWhole(name: string, { records, withheld }: LogState): void {
    for (const step of this.steps) {
      // A later version of an app says nothing about the step.
      const seen = Object.entries(step).map(([app, version]) => {
        const current = Number(records.get(app)?.record.current?.version ?? 0);
        const earlier = records.get(app)?.record.earlier.map((it) => it.version) ?? [];
        if (current === Number(version) || earlier.includes(version)) return 'there';
        if (withheld.has(app)) return 'withheld';
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
    const text = `\\"current\\":{\\"version\\":\\"${version}\\"`;
    const numbers = Array.from({ length: 200 }, (_, index) => index + 1);
    return numbers.find((it) => this.#store.objects.get(recordPath(app, it))?.includes(text));
  }

  async expectEnd(gateways: readonly Gateway[]): Promise<void> {
    const states: LogState[] = [];
    for (const gateway of gateways) {
      this.#store.clock += 6000;
      gateway.reader ??= this.readerFor(gateway.name, gateway.kept);
      states.push(await this.#readNow(gateway.reader));
      gateway.kept = [...(states.at(-1)?.records.values() ?? [])];
    }
    const last = await this.#readNow(this.readerFor('last reader'));
    for (const state of states)
      for (const app of this.#apps)
        if (state.records.get(app)?.hash !== last.records.get(app)?.hash)
          throw new BrokenError(`Readers do not agree on ${app}.`);
    this.expectShown('last reader', last, this.shown);
    for (const app of this.#apps) await this.#expectChain(app, last);
  }

  /** The chain of records has each acknowledged version once, and no refused one. */
  async #expectChain(app: string, { records }: LogState): Promise<void> {
    const held = records.get(app);
    const versions: string[] = [];
    const reading = (async () => {
      const store = this.#store.as(new Actor('history'));
      for await (const { current } of held ? recordsBackwards(store, held) : [])
        if (current) versions.push(current.version);
    })();
    await this.#store.drain();
    await reading.catch((error: Error) => {
      throw new BrokenError(error.message);
    });
    const once = versions.filter((version, index) => version !== versions[index + 1]);
    if (new Set(once).size !== once.length)
      throw new BrokenError(`The chain of ${app} has a version twice: ${once}.`);
    for (const version of versions)
      if (this.refused.has(`${app} ${version}`))
        throw new BrokenError(`${app} ${version} was refused, and is in its chain.`);
    for (const version of this.acknowledged.get(app) ?? []) {
      const isOfStep = this.steps.some((step) => step[app] === version);
      if (!versions.includes(version) && !(isOfStep && this.#isReplaced(app, version, records)))
        throw new BrokenError(`${app} ${version} was acknowledged and is not in its chain.`);
    }
  }

  /** Removing the newest records takes no app back to before what another app has seen. */
  async expectWithheld(kept: readonly HeldRecord[]): Promise<void> {
    for (const app of this.#apps) {
      const paths = [...this.#store.objects.keys()].filter((it) =>
        it.startsWith(`${logFolder}/${app}/`),
      );
      for (const path of paths.sort().slice(0, this.#store.below(3)))
        this.#store.objects.delete(path);
    }
    const { records, withheld } = await this.#readNow(this.readerFor('reader after removal'));
    for (const { record } of records.values())
      for (const [app, number] of this.#store.seen.get(recordPath(record.app, record.number)) ??
        []) {
        const served = records.get(app)?.record.number ?? 0;
        if (app !== record.app && !withheld.has(app) && served < number)
          throw new BrokenError(
            `${app} ${served} is served, and ${record.app} has seen ${number}.`,
          );
      }
    const state = await this.#readNow(this.readerFor('gateway after removal', kept));
    for (const { record } of kept)
      if ((state.records.get(record.app)?.record.number ?? 0) < record.number)
        throw new BrokenError(
          `A gateway went back to before record ${record.number} of ${record.app}.`,
        );
  }

  async #readNow(reader: LogReader): Promise<LogState> {
    const reading = reader.read();
    await this.#store.drain();
    return (await reading).state;
  }
}
