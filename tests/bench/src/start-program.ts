import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from './builds/root.ts';

/** A program in a process of its own; disposing of it stops it. */
export interface RunningProgram extends AsyncDisposable {
  /** Processor time that it has taken so far, in ms. Only if `tell-cpu-time.ts` is preloaded. */
  cpuMs(): Promise<number>;
}

/**
 * Starts a program of this checkout with these variables only, and waits until it says that it is ready.
 *
 * @throws when it ends instead
 */
export async function startProgram(
  program: string,
  environment: Record<string, string | undefined>,
): Promise<RunningProgram> {
  const { PATH, HOME } = process.env;
  const child = fork(join(root, program), {
    cwd: root,
    env: { PATH, HOME, SHUTDOWN_DELAY_SECONDS: '0', ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const [message] = await Promise.race([once(child, 'message'), ended]);
  if (message !== 'ready') throw new Error(`${program} ended with ${message}`);
  return {
    async cpuMs() {
      child.send('cpu');
      const [milliseconds] = await once(child, 'message');
      return milliseconds;
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}
