import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Tables } from './database/tables.ts';
import { discardAbandonedImages } from './drivers/profile-images.ts';
import { repeat } from './plugins/repeat.ts';
import type { Services } from './services.ts';

type Stores = Pick<Services, 'db' | 'disk'>;

const everyHour = 60 * 60 * 1000;

/** By table, the condition under which a row has expired. */
const expired = {
  access_tokens: sql`expires_at < now()`,
  // A sign-in can open a session for five minutes.
  identity_tokens: sql`used_at < now() - interval '2 hours'`,
  // Kept for a day after they expire, so that the log can say why a link did not work.
  magic_links: sql`expires_at < now() - interval '1 day'`,
  rate_limits: sql`resets_at < now()`,
  // Kept for a month after they expire, so that the page can offer a new link.
  payout_links: sql`expires_at < now() - interval '30 days'`,
  payout_mails: sql`requested_at < now() - interval '1 day'`,
  // Stripe repeats an event for three days.
  stripe_events: sql`received_at < now() - interval '30 days'`,
} satisfies Partial<Record<keyof Tables, RawBuilder<unknown>>>;

/** Maximum rows per statement: more would delay calls, and far more would exceed the timeout. */
const batchRows = 1000;

/** The pause after a batch, as a multiple of its duration, leaves processor and disk to calls. */
const rest = 3;

/** Deletes some expired rows, and returns their number. */
type DeleteBatch = (db: Database) => Promise<number | bigint>;

/**
 * Whether no other process deletes rows of this table. The lock, with an arbitrary number, ends
 * with its statement: a pooler may give the next one to another session of Postgres.
 */
const isOurs = (table: string) =>
  sql`(select pg_try_advisory_xact_lock(7219004, hashtext(${table})))`;

const steps: [name: string, deleteBatch: DeleteBatch][] = [
  ...Object.entries(expired).map(([name, condition]): [string, DeleteBatch] => {
    const table = sql.table(name);
    const batch = sql`select ctid from ${table} where ${condition} limit ${batchRows}`;
    const statement = sql`delete from ${table} where ${isOurs(name)} and ctid = any(array(${batch}))`;
    return [name, async (db) => (await statement.execute(db)).numAffectedRows ?? 0];
  }),
  // `migrate` sets the minimum age; younger events cannot be deleted.
  [
    'audit_events',
    async (db) => {
      const call = sql<{ count: number }>`
        select forget_old_audit_events(${batchRows}) as count where ${isOurs('audit_events')}`;
      return (await call.execute(db)).rows[0]?.count ?? 0;
    },
  ],
];

/**
 * Deletes expired data. Skips tables that another process cleans, and continues after a failure.
 *
 * @param signal when aborted, each table is left after its current batch of rows
 */
export async function cleanUp(
  { db, disk }: Stores,
  onFailed: (step: string, error: unknown) => void,
  signal?: AbortSignal,
): Promise<void> {
  for (const [name, deleteBatch] of steps)
    await deleteAll(db, deleteBatch, signal).catch((error) => onFailed(name, error));
  await discardAbandonedImages(db, disk).catch((error) => onFailed('images', error));
}

async function deleteAll(db: Database, deleteBatch: DeleteBatch, signal?: AbortSignal) {
  while (!signal?.aborted) {
    const began = performance.now();
    if ((await deleteBatch(db)) < batchRows) return;
    await wait(rest * (performance.now() - began));
  }
}

/** Cleans up when the API starts to listen and every hour until it is closed. */
export async function housekeeping(app: FastifyInstance, stores: Stores) {
  const onFailed = (step: string, err: unknown) => app.log.warn({ err, step }, 'clean-up failed');
  repeat(app, everyHour, (closing) => cleanUp(stores, onFailed, closing));
}
