import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from 'local-services/free-port';
import { root } from '../builds/root.ts';

/** A server in a process of its own, so that its processor time is its own. */
export interface ServerProcess extends AsyncDisposable {
  port: number;
  /** Processor time that the process has taken so far, in ms. */
  cpuMs(): Promise<number>;
}

const preloaded = new URL('tell-cpu-time.ts', import.meta.url).href;

/**
 * Starts a program of the checkout that says when it is ready. It gets its port in `PORT`, and logs into a
 * file, as under a supervisor.
 *
 * @param folder for the log
 */
export async function startServer(
  program: string,
  folder: string,
  environment: Record<string, string | undefined>,
): Promise<ServerProcess> {
  const port = await freePort();
  const log = openSync(join(folder, `${port}.log`), 'a');
  const child = fork(join(root, program), {
    env: { PATH: process.env.PATH, SHUTDOWN_DELAY_SECONDS: '0', PORT: `${port}`, ...environment },
    execArgv: [...process.execArgv, '--import', preloaded],
    stdio: ['ignore', log, 'inherit', 'ipc'],
  });
  closeSync(log);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${program} ended with ${code}`);
  });
  await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined);
  return {
    port,
    async cpuMs() {
      child.send('cpu');
      const [milliseconds] = await once(child, 'message');
      return milliseconds;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(child, 'exit');
      child.kill();
      await closed;
    },
  };
}
