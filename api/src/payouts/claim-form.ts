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
  const claim = account
    .set({ form_claimed_until: claimEnd })
    // As text, since a `Date` has no microseconds.
    .returning(sql<string>`form_claimed_until::text`.as('until'));
  const end = performance.now() + timeoutMs;
  let own = await claim.where(isFree).executeTakeFirst();
  while (!own) {
    if (performance.now() > end) {
      throw new ApiError('unavailable', 'Your details are already being sent. Try again soon.');
    }
    await wait(300);
    own = await claim.where(isFree).executeTakeFirst();
  }
  // A process that sleeps for long loses its claim, and must not touch the one of the next.
  const isOwn = () => sql<boolean>`form_claimed_until = ${own?.until}::timestamptz`;
  let renewed = Promise.resolve();
  const renewal = setInterval(() => {
    // If it fails, the claim at worst ends early.
    const renew = async () => {
      own = (await claim.where(isOwn()).executeTakeFirst()) ?? own;
    };
    renewed = renewed.then(renew).catch(() => {});
  }, renewalMs);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await renewed;
    const release = account.set({ form_claimed_until: null }).where(isOwn());
    await release.execute().catch(() => {});
  }
}
