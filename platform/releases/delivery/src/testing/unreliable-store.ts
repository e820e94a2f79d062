import { NotStoredError, type ReleaseStore } from '@kargo/release-log/stores/release-store';
import { namesIn } from '@kargo/release-log/testing/memory-store';
import { randomOf } from '@kargo/release-log/testing/random';

/** Maximum number of calls in a run; beyond that, somebody must be waiting forever. */
const mostCalls = 3000;

/** How the store refuses a call. */
export const storeIsAway = 'The store is away.';

/** A run has broken a rule. */
export class BrokenError extends Error {}

interface Call {
  actor: Actor;
  /** Reads or changes the store, and returns the response. */
  effect: () => unknown;
  path: string;
  /** To create an object; undefined to read. */
  content: Buffer | undefined;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

/** A process that uses the store. */
export class Actor {
  readonly name: string;
  isKilled = false;
  isDone = false;
  hadFault = false;
  /** Whether somebody else released one of its apps at the same time. */
  hasCompany = false;
  /** By app: the number of the record that it saw last. */
  seen: ReadonlyMap<string, number> = new Map();

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A store in memory that is late, loses responses, writes twice or in part, and kills its users.
 * Actors await only its calls, and the seed decides which call is answered next, and how.
 */
export class UnreliableStore {
  /** `performance.now` returns it during a run. */
  clock = 0;
  /** One line for each event. */
  readonly lines: string[] = [];
  readonly objects = new Map<string, Buffer>();
  /** By path: the numbers of the records that an object's creator had seen, by app. */
  readonly seen = new Map<string, ReadonlyMap<string, number>>();
  /** Whether calls succeed from now on. */
  isHealthy = false;
  /** The first error that breaks the run. */
  broken: Error | undefined;
  readonly #random: () => number;
  /** Paths in the order in which they were written. */
  readonly #written: string[] = [];
  /** The calls that wait for an answer. */
  readonly calls: Call[] = [];
  #answered = 0;

  constructor(seed: number) {
    this.#random = randomOf(seed);
  }

  /** Answers calls until there are none left. */
  async drain(): Promise<void> {
    await this.idle();
    while (this.calls.length > 0) {
      this.answer();
      await this.idle();
    }
  }

  /** Answers one call, correctly or with a fault. */
  answer(): void {
    this.#answered += 1;
    if (this.#answered > mostCalls) throw new BrokenError('Somebody calls the store forever.');
    const [call] = this.calls.splice(this.below(this.calls.length), 1);
    if (!call || call.actor.isKilled) return;
    const { actor, effect, path, content, resolve, reject } = call;
    const luck = this.isHealthy ? 100 : this.below(100);
    const isPublisher = actor.name.startsWith('publisher');
    if (luck < 8) actor.hadFault = true;
    if (luck < 3 && isPublisher && !actor.isDone) {
      const isAfter = this.below(2) > 0;
      const half = content?.subarray(0, content.length / 2);
      if (isAfter) attempt(effect);
      else if (half && this.below(2) > 0 && !this.objects.has(path)) this.#put(path, half);
      this.lines.push(`${actor.name} is killed ${isAfter ? 'after' : 'in'} ${path}`);
      actor.isKilled = true;
    } else if (luck < 4) {
      this.lines.push(`${actor.name} is refused ${path}`);
      reject(new Error(storeIsAway));
    } else if (luck < 6 && content) {
      this.lines.push(`${actor.name} gets no answer to ${path}`);
      attempt(effect);
      reject(new Error('The answer was lost.'));
    } else if (luck < 8 && content) {
      this.lines.push(`${actor.name} creates ${path} twice`);
      attempt(effect);
      resolve(attempt(effect).value);
    } else {
      const { value, error } = attempt(effect);
      if (content) this.lines.push(`${actor.name} creates ${path}: ${value} ${describe(content)}`);
      if (error) reject(error);
      else resolve(value);
    }
  }

  #put(path: string, content: Buffer): void {
    this.objects.set(path, content);
    this.#written.push(path);
  }

  /** Returns the store as one process sees it. */
  as(actor: Actor): ReleaseStore {
    const call = <Value>(path: string, effect: () => Value, content?: Buffer): Promise<Value> =>
      new Promise((resolve, reject) => {
        if (this.broken) return;
        const answered = { resolve: resolve as Call['resolve'], reject };
        this.calls.push({ actor, effect, path, content, ...answered });
      });
    return {
      name: 'memory',
      now: () => Date.now(),
      read: (path) =>
        call(path, () => {
          const content = this.objects.get(path);
          if (content) return content;
          throw new NotStoredError(`${path} does not exist.`);
        }),
      create: (path, content) =>
        call(
          path,
          () => {
            if (this.objects.has(path)) return false;
            this.#put(path, content);
            this.seen.set(path, actor.seen);
            return true;
          },
          content,
        ),
      names: (folder) => call(folder, () => this.#names(folder)),
      write: (path, content) => call(path, () => this.#put(path, content), content),
      remove: () => Promise.reject(new Error('Nobody removes anything.')),
      list: () => Promise.reject(new Error('Nobody lists with sizes.')),
    };
  }

  /** Lists a folder now, or before the last writes. */
  #names(folder: string): string[] {
    const late = this.isHealthy ? 0 : Math.max(0, this.below(8) - 3);
    const hidden = new Set(late > 0 ? this.#written.slice(-late) : []);
    const paths = [...this.objects.keys()].filter((path) => !hidden.has(path));
    return namesIn(folder, paths);
  }

  /** Waits until everybody waits for the store. */
  async idle(): Promise<void> {
    await new Promise(setImmediate);
    if (this.broken) throw this.broken;
  }

  break(error: Error): void {
    this.broken ??= error;
  }

  /** Returns a random integer from 0 to less than `end`. */
  below(end: number): number {
    return Math.floor(this.#random() * end);
  }

  oneOf<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value;
  }
}

/** Names the record that this one follows, and the one that it waits for. */
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
