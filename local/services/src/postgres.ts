import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { postgresPrograms } from './postgres-programs.ts';
import { keptPassword, localDatabase } from './postgres-url.ts';
import { postgresUser } from './postgres-user.ts';
import { stopLeftoverPostgres } from './stop-leftover-postgres.ts';

export type Postgres = ReturnType<typeof running>;

/**
 * Starts a real Postgres server on `<dataFolder>/postgres`, which the first start creates.
 *
 * The caller must own the data folder: a server that already runs on it counts as left over from a
 * killed start, and is stopped first.
 *
 * @param host address to listen on; any but 127.0.0.1 lets in clients from everywhere
 * @param password for the role that owns the database, set when the database is created
 * @param isDurable whether commits survive a crash of the machine, which tests do not need
 */
export async function startPostgres({
  dataFolder,
  host = '127.0.0.1',
  port,
  password = localDatabase,
  isDurable = true,
  log,
}: {
  dataFolder: string;
  host?: string;
  port: number;
  password?: string;
  isDurable?: boolean;
  log: (text: string) => void;
}): Promise<Postgres> {
  const { initdb, postgres } = await postgresPrograms();
  const cluster = join(dataFolder, 'postgres');
  const user = postgresUser(cluster);
  const run = (command: string[], onOutput = log) =>
    start([...(user?.prefix ?? []), ...command], onOutput);
  await stopLeftoverPostgres(cluster);
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    const clients = host === '127.0.0.1' ? '127.0.0.1/32' : 'all';
    keptPassword(dataFolder).save(password);
    await initialise({ cluster, clients, initdb, postgres, user, password, isDurable, run });
  }

  const settings = {
    listen_addresses: host,
    port,
    // No sockets: in /tmp, another clone's server may have left one for this port.
    unix_socket_directories: '',
    ...ofDisk,
    ...(!isDurable && { fsync: 'off' }),
  };
  const command = [postgres, '-D', cluster, ...asOptions(settings)];

  const deadline = Date.now() + 10_000;
  for (;;) {
    const ready = Promise.withResolvers<Postgres>();
    const { child, output } = run(['sh', '-c', endsWithParent, 'postgres', ...command], (text) => {
      log(text);
      if (text.includes('database system is ready to accept connections')) {
        ready.resolve(running(child));
      }
    });
    // Ends the watcher.
    child.once('exit', () => child.stdin.destroy());
    const closed = once(child, 'close').then(() => undefined);
    const server = await Promise.race([ready.promise, closed]);
    if (server) return server;
    // The old server's last backends may outlive it for a moment.
    if (!output().includes('pre-existing shared memory block') || Date.now() > deadline) {
      throw new Error(`Postgres did not start: ${reason(output())}`);
    }
    await wait(200);
  }
}

/** Puts shared memory into the data folder: a container's /dev/shm may be too small. */
const ofDisk = { dynamic_shared_memory_type: 'mmap' };

function asOptions(settings: Record<string, string | number>): string[] {
  return Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
}

/**
 * Shell script that runs Postgres until this process ends. A watcher reads from our pipe and stops
 * the server when the pipe closes, so even a kill -9 leaves no server behind. The shell becomes
 * the server (exec), so it has the server's process id, signals and exit code. The watcher is
 * forked twice, so that it is not a child of the server.
 */
const endsWithParent = `
exec 3<&0
( ( cat <&3 >/dev/null 2>&1; kill -INT $$ ) >/dev/null 2>&1 & )
exec "$@" 3<&- </dev/null`;

/** Starts a program and keeps the beginning of its output. */
function start([file = '', ...parameters]: string[], onOutput: (text: string) => void) {
  const child = spawn(file, parameters, { env: { ...process.env, LC_ALL: 'C' } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < 100_000) output += text;
      onOutput(text);
    });
  }
  return { child, output: () => output };
}

function running(server: ChildProcess) {
  const ended = once(server, 'exit').then(() => {});
  return {
    /** Resolves when the server has ended, for whatever reason. */
    ended,
    /** Shuts down cleanly: sessions are closed, and everything committed is on disk. */
    async stop(): Promise<void> {
      server.kill('SIGINT');
      await ended;
    },
  };
}

interface Initialisation {
  cluster: string;
  /** Addresses that may connect, as in pg_hba.conf. */
  clients: string;
  initdb: string;
  postgres: string;
  user: ReturnType<typeof postgresUser>;
  password: string;
  isDurable: boolean;
  run(command: string[]): ReturnType<typeof start>;
}

/**
 * Creates a cluster with one database. It gets its final name once it is complete, so the next
 * start simply repeats one that was interrupted.
 */
async function initialise(options: Initialisation) {
  const { cluster, clients, initdb, postgres, user, password, isDurable, run } = options;
  const unfinished = `${cluster}.unfinished`;
  // An interrupted initdb may still write to the folder for a moment.
  await rm(unfinished, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  if (user) await chown(unfinished, user.uid, user.gid);

  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin'];
  await runToItsEnd(run, [
    initdb,
    `--pgdata=${unfinished}`,
    `--username=${localDatabase}`,
    '--auth=trust',
    ...(isDurable ? [] : ['--no-sync']),
    ...asOptions(ofDisk),
    ...locale,
    '--builtin-locale=C.UTF-8',
  ]);
  await runToItsEnd(
    run,
    [postgres, '--single', '-D', unfinished, 'postgres'],
    `ALTER ROLE ${localDatabase} PASSWORD '${password}'\nCREATE DATABASE ${localDatabase}\n`,
  );
  await writeFile(join(unfinished, 'pg_hba.conf'), `host all all ${clients} scram-sha-256\n`);
  await rename(unfinished, cluster);
}

async function runToItsEnd(run: Initialisation['run'], command: string[], input = '') {
  const { child, output } = run(command);
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`Postgres could not be set up: ${reason(output())}`);
}

function reason(output: string): string {
  const lines = output.trim().split('\n');
  return lines.find((line) => /FATAL|error:/.test(line)) ?? lines.at(-1) ?? '';
}
