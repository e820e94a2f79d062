import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { DatabaseError, Pool, type PoolConfig } from 'pg';
import { nameOfPrepared } from './prepared.ts';
import type { Database, Tables } from './tables.ts';

/** Timeouts of a call, in ms. Only a dead connection exceeds `query_timeout`. */
export const limitsOfCalls = {
  connectionTimeoutMillis: 2000,
  statement_timeout: 3000,
  query_timeout: 4000,
  // A process that hangs in a transaction must not keep its locks.
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  // Makes pg look up the host's name again.
  maxLifetimeSeconds: 600,
} satisfies PoolConfig;

/** Younger pools are kept: if their connections fail, new ones would fail too. */
const youngMs = 500;

/** A database, with its current connection pool, which `giveUp` replaces. */
export type ConnectedDatabase = Database & { pool(): Pool; giveUp(): void };

interface Options {
  /** Omitted by commands, which may take any time. */
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
  let openedAt = performance.now();

  function open(): Pool {
    const pool = new Pool(options);
    pool.on('connect', (client) => {
      // The pool itself listens only to idle clients; another client's error would end the process.
      client.on('error', onBroken);
      const query = client.query.bind(client) as (statement: unknown) => Promise<unknown>;
      const queryOrGiveUp = (text: string, values: unknown[]) =>
        query({ name: nameOfPrepared(text), text, values }).catch((error) => {
          // Others end when they are released, so that a transaction can be rolled back.
          if (isUnanswered(error)) client.end().catch(onBroken);
          giveUpAfter(error, pool);
        });
      Object.assign(client, { query: queryOrGiveUp });
    });
    return pool.on('error', () => {});
  }

  /** Replaces all connections: if one is dead or leads to another server, the others may too. */
  function giveUp(pool = current): void {
    if (pool !== current || performance.now() - openedAt < youngMs) return;
    current = open();
    openedAt = performance.now();
    pool.end().catch(onBroken);
  }

  function giveUpAfter(error: unknown, pool: Pool): never {
    if (isUnanswered(error) || hasFailedOver(error)) giveUp(pool);
    throw error;
  }

  const pool: PostgresPool = {
    options,
    connect() {
      const pool = current;
      return pool.connect().catch((error) => giveUpAfter(error, pool));
    },
    end: () => current.end(),
  };
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return Object.assign(database, { pool: () => current, giveUp: () => giveUp() });
}

/** Whether pg reached its own timeout. Its own errors have no code, only a message. */
const isUnanswered = (error: unknown) =>
  error instanceof Error && error.message === 'Query read timeout';

/** Whether Postgres is read-only, as after a failover, or is stopping, crashed or starting. */
const hasFailedOver = (error: unknown) =>
  error instanceof DatabaseError && /^(25006|57P0[123])$/.test(error.code ?? '');
