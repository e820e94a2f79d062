import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const program = new URL('../server.ts', import.meta.url);

/** With what was compiled before, a program starts sooner. */
export const compiled = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  NODE_OPTIONS: process.env.NODE_OPTIONS,
};

/** Starts `node src/server.ts` like a supervisor, with nothing else in its environment. */
export function forkServer(env: Record<string, string>) {
  const child = fork(program, {
    env: {
      PATH: process.env.PATH ?? '',
      ...compiled,
      SHUTDOWN_DELAY_SECONDS: '0',
      ...env,
    },
    silent: true,
    execArgv: [],
  });
  return { child, stdout: output(child.stdout), stderr: output(child.stderr) };
}

/** Waits until a server says that it is listening. */
export async function untilReady(child: ChildProcess): Promise<void> {
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (message !== 'ready') throw new Error(`The server ended with ${message}.`);
}

export async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

const output = (stream: NodeJS.ReadableStream | null) => (stream ? text(stream) : '');
