import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { ApiError } from '../api-error.ts';
import type { Database } from '../database/tables.ts';
import { startPayoutAccount } from './repository.ts';

/** A claim outlives the process that made it by as many seconds. */
const claimSeconds = 10;
const renewalMs = 3000;
const patienceMs = 15_000;

/**
 * Works on a driver's payout form while no other process or call does; the others wait for their
 * turn. Not a lock of Postgres: that would keep a connection while Stripe is asked.
 *
 * @throws {ApiError} `unavailable` when the turn does not come.
 */
export async function withFormClaimed<T>(
  db: Database,
  driverId: string,
  work: () => Promise<T>,
): Promise<T> {
  await startPayoutAccount(db, driverId);
  const end = Date.now() + patienceMs;
  while (!(await claim(db, driverId))) {
    if (Date.now() > end) {
      throw new ApiError('unavailable', 'Your details are being sent already. Try again soon.');
    }
    await wait(300);
  }
  // What fails here shows in the work, or in the claim's early end.
  const update = (until?: null) =>
    setClaim(db, driverId, until)
      .execute()
      .catch(() => {});
  const renewal = setInterval(update, renewalMs);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await update(null);
  }
}

async function claim(db: Database, driverId: string): Promise<boolean> {
  const { numUpdatedRows } = await setClaim(db, driverId)
    .where(sql<boolean>`coalesce(form_claimed_until < now(), true)`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

const claimEnd = sql<Date>`now() + ${sql.lit(claimSeconds)} * interval '1 second'`;

const setClaim = (db: Database, driverId: string, until: typeof claimEnd | null = claimEnd) =>
  db
    .updateTable('payout_accounts')
    .set({ form_claimed_until: until })
    .where('driver_id', '=', driverId);
