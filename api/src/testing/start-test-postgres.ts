import { databaseUrls } from 'local-services/postgres-url';
import { Client, escapeIdentifier } from 'pg';

/**
 * Creates a separate database on the Postgres of the test run; `stop` deletes it.
 *
 * @param isMigrated whether it has the tables of the latest migration, or is empty
 * @returns `url` for the API's role, through the pooler of `TEST_POOLER_PORT`, and the owner's
 */
export async function startTestPostgres({ isMigrated = true } = {}) {
  const { DATABASE_URL, DATABASE_OWNER_URL } = databaseUrls(Number(process.env.TEST_POSTGRES_PORT));
  const name = `test_${crypto.randomUUID()}`;
  const template = isMigrated ? new URL(DATABASE_URL).pathname.slice(1) : 'template0';
  const database = escapeIdentifier(name);
  const url = new URL(at(DATABASE_URL, name));
  // The jobs' tests, which start with an empty database, make roles that a pooler does not know.
  if (isMigrated) url.port = process.env.TEST_POOLER_PORT || url.port;
  await run(
    DATABASE_OWNER_URL,
    `CREATE DATABASE ${database} TEMPLATE ${escapeIdentifier(template)}`,
  );
  return {
    url: url.href,
    ownerUrl: at(DATABASE_OWNER_URL, name),
    stop: () => run(DATABASE_OWNER_URL, `DROP DATABASE ${database} WITH (FORCE)`),
  };
}

/** Runs a statement in the administration database: a copied database may have no users. */
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
