import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from 'local-services/free-port';
import { startPostgres } from 'local-services/postgres';
import { databaseUrls } from 'local-services/postgres-url';
import { readJobEnv } from '../env.ts';
import { migrate } from '../migrate.ts';

/** A real Postgres with one migrated database, at `TEST_POSTGRES_PORT` or a free port; `stop` removes its folder. */
export async function startPostgresServer() {
  const dataFolder = await mkdtemp(join(tmpdir(), 'kargo-test-postgres-'));
  const port = Number(process.env.TEST_POSTGRES_PORT) || (await freePort());
  const postgres = await startPostgres({ dataFolder, port, isDurable: false, log: () => {} });
  const urls = databaseUrls(port);
  await migrate(readJobEnv(urls));
  return {
    ...urls,
    async stop() {
      await postgres.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

let server: Awaited<ReturnType<typeof startPostgresServer>>;

/** For `node --test --test-global-setup`: all test files share one server and the compile cache. */
export async function globalSetup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'kargo-test-compile-cache');
  server = await startPostgresServer();
  process.env.TEST_POSTGRES_PORT = new URL(server.DATABASE_URL).port;
}

export async function globalTeardown(): Promise<void> {
  await server.stop();
}
