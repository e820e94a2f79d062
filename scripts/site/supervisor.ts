import { Child, type Program } from './child.ts';
import { CliError } from './cli-error.ts';

const stopPatienceMilliseconds = 5000;

/** Starts programs, watches them, and stops them in the reverse order of their start. */
export class Supervisor {
  readonly #logFolder: string;
  readonly #children = new Set<Child>();
  readonly #failure = Promise.withResolvers<never>();
  #stopping = false;

  constructor({ logFolder }: { logFolder: string }) {
    this.#logFolder = logFolder;
    this.#failure.promise.catch(() => {});
  }

  /** Rejects with a CliError when a program ends that should go on. */
  get failure(): Promise<never> {
    return this.#failure.promise;
  }

  /** Starts a program that goes on until `stop`. */
  start(program: Program): Child {
    const child = this.#launch(program);
    child.ended.then((ending) => {
      if (this.#stopping) return;
      this.#failure.reject(
        new CliError(`The ${child.name} ended unexpectedly (${ending}). ${child.logTail()}`),
      );
    });
    return child;
  }

  /**
   * Runs a program to its end.
   *
   * @throws {CliError} with what it wrote, when it fails
   */
  async run(program: Program): Promise<void> {
    const child = this.#launch(program);
    const ending = await child.ended;
    this.#children.delete(child);
    // Ended by us: nothing that was to follow may.
    if (this.#stopping) await new Promise(() => {});
    if (ending === 0) return;
    throw new CliError(`The ${program.name} failed (${ending}).\n${child.log()}`);
  }

  /** Stops everything: what was started last comes first, since it depends on the others. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const child of [...this.#children].reverse()) await child.stop(stopPatienceMilliseconds);
  }

  /** Ends everything at once. */
  kill(): void {
    this.#stopping = true;
    for (const child of this.#children) child.kill();
  }

  #launch(program: Program): Child {
    const child = new Child(program, this.#logFolder);
    this.#children.add(child);
    return child;
  }
}
