import type { Stripe } from 'stripe';
import type { Database } from '../database/tables.ts';
import { syncAccount } from '../stripe/sync-account.ts';
import { hasSentForm, type SeededDriver } from './seeded-drivers.ts';

/**
 * Adds missing payout accounts to the database and the stand-in, and saves their state. It needs
 * the stand-in, because people complete the real accounts.
 */
export async function seedPayoutAccounts(
  { db, stripe, apiBase }: { db: Database; stripe: Stripe; apiBase: string },
  drivers: readonly SeededDriver[],
): Promise<void> {
  const accounts = drivers.filter(hasSentForm).map(({ uid, name, email, state }) => {
    const [first_name, last_name] = name.split(' ');
    const person = { uid, id: `acct_${uid}`, email, first_name, last_name };
    const disabledReason = state === 'disabled' ? 'requirements.past_due' : null;
    return { ...person, detailsSubmitted: state !== 'pending', disabledReason };
  });
  if (accounts.length === 0) return;
  const response = await fetch(`${apiBase}/stand-in/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(accounts),
  });
  if (!response.ok) throw new Error(`The stand-in answered the accounts with ${response.status}.`);
  for (const { uid, id } of accounts) {
    await db
      .insertInto('payout_accounts')
      .values((eb) => ({
        driver_id: eb.selectFrom('drivers').where('firebase_uid', '=', uid).select('id'),
        stripe_account_id: id,
      }))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await syncAccount({ db, stripe }, id);
  }
}
