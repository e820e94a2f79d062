import { watch } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Child, type Program } from './child.ts';
import { CliError } from './cli-error.ts';
import { progress } from './progress.ts';

const stopTimeoutMs = 5000;

/** Files that are saved together within this time count as one change. */
const quietMs = 150;

/** How often a program may end; the pauses are 0, 1, 3, 7 … times `firstPauseMs`. */
const restarts = { most: 5, withinMs: 60_000, firstPauseMs: 250 };

/** Starts programs, watches them, and stops them in the reverse order of their start. */
export class Supervisor {
  readonly #logFolder: string;
  /** In start order; a restarted program keeps its place. */
  readonly #children = new Map<Program, Child>();
  readonly #failure = Promise.withResolvers<never>();
  /** Rejects with a CliError when a program ends that should keep running. */
  readonly failure = this.#failure.promise;
  #stopping = false;

  constructor(logFolder: string) {
    this.#logFolder = logFolder;
    this.failure.catch(() => {});
  }

  /**
   * Starts a program that runs until `stop`. If it ends after being ready, it restarts: at once,
   * then after growing pauses. Ending too often, or before it was ever ready, is a failure.
   */
  keepRunning(program: Program): Child {
    const first = this.#launch(program);
    const ends: number[] = [];
    const watch = (child: Child): void => {
      child.ended.then(async (ending) => {
        ends.push(Date.now());
        const recent = ends.filter((at) => at > Date.now() - restarts.withinMs).length;
        if (!first.hasSaid('ready') || recent > restarts.most) return this.#fail(child, ending);
        if (this.#stopping) return;
        progress(`The ${program.name} ended (${ending}) and is started again`);
        await wait(restarts.firstPauseMs * (2 ** (recent - 1) - 1));
        if (!this.#stopping) watch(this.#launch(program));
      });
    };
    watch(first);
    return first;
  }

  /**
   * Starts a program that runs until `stop`, and restarts it when a source file changes, even if it
   * has exited. Resolves when it is first ready. `node --watch` would outlive a killed parent.
   *
   * @param sources folders of its source files
   */
  async restartOnChange(program: Program, sources: readonly string[]): Promise<void> {
    const ready = Promise.withResolvers<void>();
    let child: Child | undefined;
    const start = async () => {
      const before = child;
      child = undefined;
      await before?.stop(stopTimeoutMs);
      if (this.#stopping) return;
      const launched = this.#launch(program);
      child = launched;
      let hasEnded = false;
      launched.says('ready').then(ready.resolve, (error) => hasEnded || ready.reject(error));
      launched.ended.then((ending) => {
        hasEnded = true;
        if (child !== launched || this.#stopping) return;
        const ended = `The ${program.name} ended (${ending}). It starts again when its sources change.`;
        progress(`${ended} ${launched.logTail()}`);
      });
    };
    let started = start();
    let timer: NodeJS.Timeout | undefined;
    for (const folder of sources) {
      watch(folder, { recursive: true }, (_event, file) => {
        if (!file || /\.test\.ts$/.test(file)) return;
        clearTimeout(timer);
        timer = setTimeout(() => {
          started = started.then(start);
        }, quietMs);
      }).unref();
    }
    return ready.promise;
  }

  #fail(child: Child, ending: number | NodeJS.Signals): void {
    if (this.#stopping) return;
    this.#failure.reject(
      new CliError(`The ${child.name} ended unexpectedly (${ending}). ${child.logTail()}`),
    );
  }

  /** Runs a program to completion. Throws a CliError with its output if it fails. */
  async run(program: Program): Promise<void> {
    const child = this.#launch(program);
    const ending = await child.ended;
    this.#children.delete(program);
    // We stopped it. Never resolves, so that nothing starts that needs it.
    if (this.#stopping) await new Promise(() => {});
    if (ending === 0) return;
    throw new CliError(`The ${program.name} failed (${ending}).\n${child.log()}`);
  }

  /** Stops everything in reverse start order, since later programs need earlier ones. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const child of [...this.#children.values()].toReversed()) await child.stop(stopTimeoutMs);
  }

  kill(): void {
    this.#stopping = true;
    for (const child of this.#children.values()) child.kill();
  }

  #launch(program: Program): Child {
    const child = new Child(program, this.#logFolder, { addToLog: this.#children.has(program) });
    this.#children.set(program, child);
    return child;
  }
}
