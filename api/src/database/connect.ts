import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { nameOfPrepared } from './prepared.ts';
import type { Database, Tables } from './tables.ts';

/**
 * Timeouts of a call's use of the database, in milliseconds: for a connection, for Postgres to finish a
 * statement, and for the response, which takes longer than that only over a dead connection.
 */
export const limitsOfCalls = {
  connectionTimeoutMillis: 2000,
  statement_timeout: 3000,
  query_timeout: 4000,
  // A process that hangs in a transaction must not keep its locks.
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} satisfies PoolConfig;

/** A database, with the pool whose connections it uses now. */
export type ConnectedDatabase = Database & { pool(): Pool };

interface Options {
  /** Left out by commands, which may take any time. */
  limits?: Partial<PoolConfig>;
  /** Called when a connection breaks, idle or in use. It is replaced on next use. */
  onBroken?: (error: Error) => void;
}

export function connect(
  databaseUrl: string,
  { limits = { connectionTimeoutMillis: 5000 }, onBroken = () => {} }: Options = {},
): ConnectedDatabase {
  const options = { connectionString: databaseUrl, max: 10, ...limits };
  let current = open();

  function open(): Pool {
    const pool = new Pool(options);
    pool.on('connect', (client) => {
      // The pool itself listens only to idle clients; the error of another would end the process.
      client.on('error', onBroken);
      const query = client.query.bind(client) as (statement: unknown) => Promise<unknown>;
      const queryOrGiveUp = (text: string, values: unknown[]) =>
        query({ name: nameOfPrepared(text), text, values }).catch((error) => {
          if (isUnanswered(error)) giveUp(client, pool);
          throw error;
        });
      Object.assign(client, { query: queryOrGiveUp });
    });
    return pool.on('error', () => {});
  }

  /** Replaces all connections: if one is dead, the idle ones may be too, and each would delay a call. */
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
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return Object.assign(database, { pool: () => current });
}

/** Whether pg reached its own timeout. Its own errors have no code, only a message. */
const isUnanswered = (error: unknown) =>
  error instanceof Error && error.message === 'Query read timeout';
