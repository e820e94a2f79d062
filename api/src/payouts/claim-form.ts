import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { ApiError } from '../api-error.ts';
import type { Database } from '../database/tables.ts';

/** How long a claim lasts after its process crashed. */
const claimSeconds = 10;
const renewalMs = 3000;
const timeoutMs = 15_000;

/**
 * Runs `work` while no other call, in any process, handles the driver's payout form; other calls wait. It
 * does not use a lock of Postgres, which would occupy a connection while Stripe is called.
 *
 * @throws {ApiError} `unavailable` when it has waited too long.
 */
export async function withFormClaimed<T>(db: Database, driverId: string, work: () => Promise<T>) {
  await db
    .insertInto('payout_accounts')
    .values({ driver_id: driverId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const end = performance.now() + timeoutMs;
  while (!(await claim(db, driverId))) {
    if (performance.now() > end) {
      throw new ApiError('unavailable', 'Your details are being sent already. Try again soon.');
    }
    await wait(300);
  }
  // A renewal that fails is ignored: at worst the claim ends early.
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
