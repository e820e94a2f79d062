import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePorts } from '../free-port.ts';

export type Services = Awaited<ReturnType<typeof startServices>>;

const host = '127.0.0.1';

/** Starts the services in a separate process, as `pnpm start` does, on free ports. */
export async function startServices(dataFolder: string) {
  const ports = await freePorts(['postgres', 'auth', 'inbox', 'smtp']);
  const options = Object.entries(ports).map(([name, port]) => `--${name}-port=${port}`);
  const parameters = ['--data', dataFolder, ...options];
  const child = fork(join(import.meta.dirname, '../server.ts'), parameters, { silent: true });
  const output = child.stderr ? text(child.stderr) : Promise.resolve('');
  await ready(child, output);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await output;
  };
  return {
    /** Origins of the Auth emulator and the mail inbox. */
    auth: `http://${host}:${ports.auth}`,
    inbox: `http://${host}:${ports.inbox}`,
    postgresPort: Number(ports.postgres),
    stop: () => end('SIGTERM'),
    /** Like kill -9. */
    kill: () => end('SIGKILL'),
    /** Settles when they have ended. */
    output,
  };
}

async function ready(child: ChildProcess, output: Promise<string>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.on('message', (message) => {
      if (message === 'ready') resolve();
    });
    child.once('exit', () => output.then((written) => reject(new Error(written))));
  });
}
