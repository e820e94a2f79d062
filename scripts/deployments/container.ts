import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import type { Service } from './compose-file.ts';
import { dockerfileRuns, dockerfileSays } from './docker-image.ts';

const timeoutMs = 30_000;

/**
 * Runs the program of a container in docker-compose.yml without a container engine: its command or
 * that of its image, in a production-only install, with only the container's environment.
 */
export class Container {
  readonly #folder: string;
  readonly #environment: Record<string, string>;
  readonly #healthcheck: string[];
  readonly #process: ChildProcess;
  readonly #ended: Promise<number | null>;
  #output = '';

  /**
   * @param folder the content of `/app` in its image
   * @param replacements hosts, ports and folders of the container, with those of this machine
   */
  constructor(service: Service, folder: string, replacements: Record<string, string>) {
    const target = service.build?.target ?? '';
    const names = new RegExp(Object.keys(replacements).join('|'), 'g');
    const here = (text: string) => text.replace(names, (name) => replacements[name] ?? '');
    const settings = dockerfileSays(target, 'ENV').join('\n').replaceAll(' ', '\n');
    const variables = Object.entries({ ...parseEnv(settings), ...service.environment });
    this.#folder = folder;
    this.#environment = Object.fromEntries(
      // /dev/null is not a folder, so nothing can be written there.
      [['HOME', '/dev/null'], ...variables].map(([name, value]) => [name, here(`${value}`)]),
    );
    const healthcheck = service.healthcheck?.test.slice(1);
    this.#healthcheck = (healthcheck ?? dockerfileRuns(target, 'HEALTHCHECK')).map(here);
    const entrypoint = service.entrypoint ?? dockerfileRuns(target, 'ENTRYPOINT');
    const command = service.command ?? dockerfileRuns(target, 'CMD');
    this.#process = this.#run([...entrypoint, ...command].map(here));
    this.#ended = once(this.#process, 'close').then(([code]) => code);
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
      });
    }
  }

  async healthy(): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      assert.equal(this.#process.exitCode, null, `It has ended.\n${this.#output}`);
      const [code] = await once(this.#run(this.#healthcheck), 'close');
      if (code === 0) return;
      assert.ok(Date.now() < deadline, `It is not healthy.\n${this.#output}`);
      await wait(100);
    }
  }

  /** Waits for a container that runs once, and expects it to succeed. */
  async completed(): Promise<void> {
    assert.equal(await this.#ended, 0, this.#output);
  }

  /** Stops it as a container engine does, and expects it to succeed. */
  async stop(): Promise<void> {
    this.#process.kill('SIGTERM');
    await this.completed();
  }

  /** For a container that a failed test left running. */
  kill(): void {
    this.#process.kill('SIGKILL');
  }

  #run([program, ...parameters]: string[]): ChildProcess {
    assert.equal(program, 'node');
    return spawn(process.execPath, parameters, {
      cwd: this.#folder,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}
