import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Database, Tables } from './tables.ts';

/**
 * How long a call waits for the database, in milliseconds: for a connection, for Postgres to finish
 * a statement, and for the answer, which comes later than that only over a dead connection.
 */
export const limitsOfCalls = {
  connectionTimeoutMillis: 2000,
  statement_timeout: 3000,
  query_timeout: 4000,
  // A process that was stopped in a transaction must not hold its locks.
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} satisfies PoolConfig;

interface Options {
  /** Commands have all the time that they need. */
  limits?: Partial<PoolConfig>;
  /** Told of connections that break, idle or in use; they are replaced on next use. */
  onBroken?: (error: Error) => void;
}

export function connect(
  databaseUrl: string,
  { limits = { connectionTimeoutMillis: 5000 }, onBroken = () => {} }: Options = {},
): Database {
  const options = { connectionString: databaseUrl, max: 10, ...limits };
  let current = open();

  function open(): Pool {
    const pool = new Pool(options);
    pool.on('connect', (client) => {
      // The pool itself listens to idle clients only: the error of another would end the process.
      client.on('error', onBroken);
      const query = client.query.bind(client) as (...parameters: unknown[]) => Promise<unknown>;
      const queryOrGiveUp = (...parameters: unknown[]) =>
        query(...parameters).catch((error) => {
          if (isUnanswered(error)) giveUp(client, pool);
          throw error;
        });
      Object.assign(client, { query: queryOrGiveUp });
    });
    return pool.on('error', () => {});
  }

  /** When one connection is dead the idle ones may be too, and each would cost a call its time. */
  function giveUp(client: PoolClient, pool: Pool): void {
    client.end().catch(onBroken);
    if (pool !== current) return;
    current = open();
    pool.end().catch(onBroken);
  }

  const pool: PostgresPool = {
    options,
    connect: () => current.connect(),
    end: () => current.end(),
  };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Of what pg finds out by itself there is only the text. */
const isUnanswered = (error: unknown) =>
  error instanceof Error && error.message === 'Query read timeout';
