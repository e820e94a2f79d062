import { withCurrent } from '@kargo/release-log/log/served-releases';
import { newPublisherKey, publicPart } from '@kargo/release-log/rules/release-signature';
import { addRecords } from '../change-record.ts';
import type { Keys } from '../keys.ts';
import { OvertakenError } from '../refused-error.ts';
import { type Gateway, newGateway, RunRules } from './run-rules.ts';
import { Actor, BrokenError, UnreliableStore } from './unreliable-store.ts';

// A random run of publishers and gateways, which a seed repeats.

const apps = ['auth', 'marketing', 'shell'];
const team = await newPublisherKey('team', apps);
const keys: Keys = { key: team, publishers: { log: 'runs', keys: [publicPart(team)] } };

/** Runs one seed. Returns one line for each event. */
export async function randomRun(seed: number): Promise<string[]> {
  const run = new Run(seed);
  const { now } = performance;
  performance.now = () => run.store.clock;
  try {
    await run.play();
  } catch (error) {
    if (!(error instanceof BrokenError)) throw error;
    throw new BrokenError([`Seed ${seed}: ${error.message}`, ...run.store.lines].join('\n  '));
  } finally {
    performance.now = now;
  }
  return run.store.lines;
}

class Run {
  #versions = 0;
  readonly store: UnreliableStore;
  readonly #rules: RunRules;
  readonly #publishers: { actor: Actor; names: readonly string[] }[] = [];
  readonly #gateways = ['gateway 0', 'gateway 1'].map(newGateway);

  constructor(seed: number) {
    this.store = new UnreliableStore(seed);
    this.#rules = new RunRules(this.store, apps, keys.publishers);
  }

  async play(): Promise<void> {
    const length = 40 + this.store.below(60);
    for (let step = 0; step < length; step += 1) {
      this.store.clock += this.store.below(1500);
      if (this.store.calls.length > 0 && this.store.below(100) < 80) this.store.answer();
      else this.#begin();
      await this.store.idle();
    }
    this.store.isHealthy = true;
    await this.store.drain();
    for (const app of apps) {
      this.#publish([app]);
      await this.store.drain();
      if (!this.#rules.acknowledged.get(app)?.includes(`${this.#versions}`))
        throw new BrokenError(`The last publisher of ${app} could not publish.`);
    }
    await this.#rules.expectEnd(this.#gateways);
    await this.#rules.expectWithheld(this.#gateways[0]?.kept ?? []);
  }

  #begin(): void {
    const kind = this.store.below(10);
    if (kind < 3) this.#publish([this.store.oneOf(apps)]);
    else if (kind < 5) this.#publish(apps.filter(() => this.store.below(4) > 0));
    else if (kind < 6) this.#restart();
    else if (kind < 9) this.#read(this.store.oneOf(this.#gateways));
    else this.#read(newGateway('reader'));
  }

  /** Makes the next versions of some apps current in one step. */
  #publish(names: readonly string[]): void {
    if (names.length === 0) return;
    this.#versions += 1;
    const version = `${this.#versions}`;
    const actor = new Actor(`publisher of ${names.join(', ')} ${version}`);
    for (const other of this.#publishers) {
      if (other.actor.isDone || !other.names.some((app) => names.includes(app))) continue;
      other.actor.hasCompany = true;
      actor.hasCompany = true;
    }
    this.#publishers.push({ actor, names });
    if (names.length > 1)
      this.#rules.steps.push(Object.fromEntries(names.map((app) => [app, version])));
    const adding = addRecords({ store: this.store.as(actor), keys }, async ({ records }) => {
      actor.seen = new Map([...records].map(([app, { record }]) => [app, record.number]));
      const at = new Date().toISOString();
      const next = { version, hash: version, at, by: 'team', opened: null };
      const before = (app: string) => records.get(app)?.record;
      return Object.fromEntries(names.map((app) => [app, withCurrent(before(app), next)]));
    });
    void adding
      .then(
        () => {
          this.store.lines.push(`${actor.name} is done`);
          for (const app of names) this.#rules.acknowledged.get(app)?.push(version);
        },
        (error) => {
          this.store.lines.push(`${actor.name} failed: ${error.message}`);
          if (!(error instanceof OvertakenError)) return;
          if (!actor.hasCompany && !actor.hadFault)
            throw new BrokenError(`${actor.name} was refused, although nobody released the app.`);
          for (const app of names) this.#rules.refused.add(`${app} ${version}`);
        },
      )
      .catch((error) => this.store.break(error))
      .finally(() => {
        actor.isDone = true;
      });
  }

  #restart(): void {
    const gateway = this.store.oneOf(this.#gateways);
    if (gateway.isReading) return;
    this.store.lines.push(`${gateway.name} restarts`);
    gateway.reader = undefined;
  }

  #read(gateway: Gateway): void {
    if (gateway.isReading) return;
    gateway.isReading = true;
    // Its store belongs to the process, until that restarts.
    gateway.reader ??= this.#rules.readerFor(gateway.name, gateway.kept);
    const shown = new Map(this.#rules.shown);
    const reading = gateway.reader.read().then(
      ({ state }) => {
        this.#rules.expectShown(gateway.name, state, shown);
        if (this.store.below(10) > 0) gateway.kept = [...state.records.values()];
      },
      () => this.store.lines.push(`${gateway.name} could not read`),
    );
    void reading
      .catch((error) => this.store.break(error))
      .finally(() => {
        gateway.isReading = false;
      });
  }
}
