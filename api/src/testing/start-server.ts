import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from 'local-services/free-port';
import { connect } from '../database/connect.ts';
import { openSession } from '../sessions/repository.ts';
import { bearer } from './calls-of.ts';
import { startTestPostgres } from './start-test-postgres.ts';

const program = new URL('../server.ts', import.meta.url);

/** With this compile cache a program starts sooner. */
export const compiled = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  NODE_OPTIONS: process.env.NODE_OPTIONS,
};

/** Prepares a database, a port and a folder for pictures for the servers of one test file. */
export async function serverNeeds() {
  const postgres = await startTestPostgres();
  const env = {
    PORT: `${await freePort()}`,
    DATABASE_URL: postgres.url,
    FIREBASE_PROJECT_ID: 'demo-test',
    STORAGE_DIR: await mkdtemp(join(tmpdir(), 'kargo-api-storage-')),
  };
  const remove = async () => {
    await postgres.stop();
    await rm(env.STORAGE_DIR, { recursive: true });
  };
  return { postgres, env, url: `http://127.0.0.1:${env.PORT}`, remove };
}

/** Starts `node src/server.ts` like a supervisor, with nothing else in its environment. */
export function forkServer(env: Record<string, string>) {
  const child = fork(program, {
    env: { PATH: process.env.PATH ?? '', ...compiled, SHUTDOWN_DELAY_SECONDS: '0', ...env },
    silent: true,
    execArgv: [],
  });
  return { child, stdout: output(child.stdout), stderr: output(child.stderr) };
}

/** Adds a driver to the database of a server, with a session. */
export async function addSignedInDriver(ownerUrl: string) {
  const db = connect(ownerUrl);
  const { id } = await db
    .insertInto('drivers')
    .values({
      firebase_uid: crypto.randomUUID(),
      email: 'ada@kargo.example',
      name: 'Ada',
      phone: '2025550123',
      approved_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const headers = bearer(await openSession(db, id));
  await db.destroy();
  return { id, headers };
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
