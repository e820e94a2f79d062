import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from 'local-services/free-port';
import { type Postgres, startPostgres } from 'local-services/postgres';
import { databaseUrls } from 'local-services/postgres-url';
import { migrate } from '../commands/migrate.ts';
import { readJobEnv } from '../env.ts';

let postgres: Postgres;
let dataFolder: string;
let pgbouncer: ChildProcess | undefined;

/**
 * For `node --test --test-global-setup`: all test files share the compile cache and one migrated
 * Postgres. `TEST_POOLER=pgbouncer` puts an installed PgBouncer in front for the API's role.
 */
export async function globalSetup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'kargo-test-compile-cache');
  dataFolder = await mkdtemp(join(tmpdir(), 'kargo-test-postgres-'));
  const port = await freePort();
  postgres = await startPostgres({ dataFolder, port, isDurable: false, log: () => {} });
  await migrate(readJobEnv(databaseUrls(port)));
  process.env.TEST_POSTGRES_PORT = `${port}`;
  if (process.env.TEST_POOLER === 'pgbouncer')
    process.env.TEST_POOLER_PORT = await startPgbouncer(port);
}

export async function globalTeardown(): Promise<void> {
  pgbouncer?.kill();
  await postgres.stop();
  await rm(dataFolder, { recursive: true, force: true });
}

/** Returns the port of a PgBouncer with the settings of `platform/deploy/pgbouncer.ini`. */
async function startPgbouncer(postgresPort: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-pgbouncer-'));
  const port = `${await freePort()}`;
  const [file, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'userlist.txt')];
  const source = join(import.meta.dirname, '../../../platform/deploy/pgbouncer.ini');
  const settings = (await readFile(source, 'utf8'))
    .replace('postgres.example port=5432', `127.0.0.1 port=${postgresPort}`)
    .replace('6432', port)
    .replace('/etc/pgbouncer/userlist.txt', users);
  await writeFile(file, settings);
  await writeFile(users, '"kargo_api" "kargo"\n');
  await chmod(folder, 0o755);
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['--user', 'nobody'] : [];
  pgbouncer = spawn('pgbouncer', [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  pgbouncer.once('exit', () => rm(folder, { recursive: true }));
  let log = '';
  for await (const text of pgbouncer.stderr ?? []) {
    log += text;
    if (log.includes('process up')) return port;
  }
  throw new Error(`PgBouncer ${log}`);
}
