import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { ApiError } from '../api-error.ts';
import type { Database } from '../database/tables.ts';

/** How long a claim lasts after its process crashed. */
const claimEnd = sql<Date>`now() + interval '10 seconds'`;
const renewalMs = 3000;
const timeoutMs = 15_000;

const isFree = sql<boolean>`coalesce(form_claimed_until < now(), true)`;

/**
 * Runs `work` while no other call, in any process, handles the driver's form; others wait. A lock
 * of Postgres would occupy a connection while Stripe is called.
 *
 * @throws {ApiError} `unavailable` when it has waited too long.
 */
export async function withFormClaimed<T>(db: Database, driverId: string, work: () => Promise<T>) {
  await db
    .insertInto('payout_accounts')
    .values({ driver_id: driverId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const account = db.updateTable('payout_accounts').where('driver_id', '=', driverId);
  const claim = account.set({ form_claimed_until: claimEnd });
  const end = performance.now() + timeoutMs;
  while ((await claim.where(isFree).executeTakeFirstOrThrow()).numUpdatedRows === 0n) {
    if (performance.now() > end) {
      throw new ApiError('unavailable', 'Your details are already being sent. Try again soon.');
    }
    await wait(300);
  }
  // A renewal that fails is ignored: at worst the claim ends early.
  const renewal = setInterval(() => claim.execute().catch(() => {}), renewalMs);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    const release = account.set({ form_claimed_until: null });
    await release.execute().catch(() => {});
  }
}
