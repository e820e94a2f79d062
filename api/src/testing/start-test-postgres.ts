import { Client, escapeIdentifier } from 'pg';
import { startPostgresServer } from './postgres-server.ts';

/**
 * A database of its own on a real Postgres; `stop` deletes it. The server is that of the whole run,
 * or one of its own where a test file is run alone.
 *
 * @param isMigrated whether it has the tables of the latest migration, or nothing
 */
export async function startTestPostgres({ isMigrated = true } = {}) {
  const shared = process.env.TEST_POSTGRES_URL;
  const server = shared ? { url: shared, stop: async () => {} } : await startPostgresServer();
  const name = `test_${crypto.randomUUID()}`;
  const template = isMigrated ? new URL(server.url).pathname.slice(1) : 'template0';
  const database = escapeIdentifier(name);
  await run(server.url, `CREATE DATABASE ${database} TEMPLATE ${escapeIdentifier(template)}`);
  return {
    url: at(server.url, name),
    async stop() {
      await run(server.url, `DROP DATABASE ${database} WITH (FORCE)`);
      await server.stop();
    },
  };
}

/** Runs a statement in the database for administration: one that is copied may have no user. */
async function run(url: string, statement: string): Promise<void> {
  const client = new Client(at(url, 'postgres'));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function at(url: string, database: string): string {
  return new URL(`/${database}`, url).href;
}
