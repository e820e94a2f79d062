import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withoutSecrets } from '@kargo/build/without-secrets';
import { unshared } from '@kargo/delivery/unshared';
import { CliError } from './cli-error.ts';
import { root } from './settings.ts';

/** A Node program that runs in its own process. */
export interface Program {
  /** Used in messages and as the name of its log. */
  name: string;
  script: string;
  parameters?: string[];
  /** Working directory; the top folder unless given. */
  folder?: string;
  environment?: Record<string, string | undefined>;
  /** Whether it runs a team's build, which must not see any secret. */
  isBuild?: boolean;
}

/** Preloaded into each child process: ends it once its parent has died. Packed, it is a script. */
const exitWithParent = pathToFileURL(
  join(import.meta.dirname, `exit-with-parent${extname(import.meta.filename)}`),
).href;

/** Whether this process, and perhaps its parents, started with a publisher's secrets. */
const isPublisher = Boolean(process.env.PUBLISHER_KEY);

/** A running program. Its output goes to `<logFolder>/<name>.log`. */
export class Child {
  readonly name: string;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  readonly #process: ChildProcess;
  readonly #logFile: string;
  readonly #messages = new Set<unknown>();

  /** @param addToLog whether to append to the log instead of overwriting it */
  constructor(program: Program, logFolder: string, { addToLog = false } = {}) {
    mkdirSync(logFolder, { recursive: true });
    this.name = program.name;
    this.#logFile = join(logFolder, `${program.name}.log`);
    const log = openSync(this.#logFile, addToLog ? 'a' : 'w', 0o600);
    const { env, wordsBefore } = surroundings(program);
    const [execPath = '', ...words] = [...wordsBefore, process.execPath];
    this.#process = fork(program.script, program.parameters ?? [], {
      cwd: program.folder ?? root,
      env,
      execPath,
      execArgv: [...words, '--import', exitWithParent],
      stdio: ['ignore', log, log, 'ipc'],
      // Its own process group: Ctrl-C reaches only the supervisor, which stops programs in order.
      detached: true,
    });
    closeSync(log);
    this.#process.on('message', (message) => this.#messages.add(message));
    this.ended = new Promise((resolve) => {
      this.#process.once('exit', (code, signal) => resolve(signal ?? code ?? 1));
      this.#process.once('error', () => resolve(1));
    });
  }

  hasSaid(message: string): boolean {
    return this.#messages.has(message);
  }

  /** Waits for this message. @throws {CliError} after ten minutes, even if the program has ended */
  async says(message: string): Promise<void> {
    const signal = AbortSignal.timeout(10 * 60_000);
    while (!this.hasSaid(message)) {
      await once(this.#process, 'message', { signal }).catch(() => {
        throw new CliError(`The ${this.name} did not become "${message}". ${this.logTail()}`);
      });
    }
  }

  /** Asks the program to end; kills it and everything it started if it takes too long. */
  async stop(timeoutMs: number): Promise<void> {
    this.#process.kill('SIGTERM');
    const timer = setTimeout(() => this.kill(), timeoutMs);
    await this.ended;
    clearTimeout(timer);
  }

  /** Kills the program and everything it started. */
  kill(): void {
    if (this.#process.pid === undefined) return;
    try {
      process.kill(-this.#process.pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }

  /** Path of the log, relative to the top folder, and its last lines. */
  logTail(): string {
    const lines = this.log().split('\n').slice(-20);
    return [`${relative(root, this.#logFile)}:`, ...lines].join('\n');
  }

  log(): string {
    return readFileSync(this.#logFile, 'utf8').trim();
  }
}

/** How to start a program. A build gets no secrets from its environment or other processes. */
function surroundings({ isBuild, environment }: Program) {
  const env = { ...process.env, ...environment };
  if (!isBuild) return { env, wordsBefore: [] };
  const wordsBefore = isPublisher ? unshared('--user') : [];
  if (!isPublisher || wordsBefore.length > 0) return { env: withoutSecrets(env), wordsBefore };
  throw new CliError(
    'This system cannot keep PUBLISHER_KEY from a build: build without it, then add --built.',
  );
}
