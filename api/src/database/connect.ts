import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import type { Tables } from './tables.ts';

/**
 * A pool of connections, opened as needed.
 *
 * @param onIdleError told of connections that break while idle; they are replaced on next use.
 */
export function connect(
  databaseUrl: string,
  onIdleError: (error: Error) => void = () => {},
): Kysely<Tables> {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 5000,
  });
  pool.on('error', onIdleError);
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
