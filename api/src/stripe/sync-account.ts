import type { PayoutNotes } from '@kargo/shared-types/api/driver';
import { sql } from 'kysely';
import type { Stripe } from 'stripe';
import type { Database } from '../database/tables.ts';

export type SyncedStatus = ReturnType<typeof payoutStatusOf> & { notes: PayoutNotes | null };

type Account = Pick<
  Stripe.Account,
  'details_submitted' | 'payouts_enabled' | 'requirements' | 'capabilities'
>;

/**
 * Returns the status of an account (https://docs.stripe.com/api/accounts/object). An unfinished one
 * is `requirements.past_due` from the beginning, which does not count as disabled.
 */
export function payoutStatusOf(account: Account) {
  const detailsSubmitted = account.details_submitted;
  const reason = account.requirements?.disabled_reason || null;
  const isUnfinished = !detailsSubmitted && reason?.startsWith('requirements.');
  return {
    detailsSubmitted,
    /** Whether money can be transferred to the account, and paid out from it. */
    onboardingCompleted:
      detailsSubmitted && account.payouts_enabled && account.capabilities?.transfers === 'active',
    /** Why the account is disabled, as one of Stripe's codes. */
    onboardingError: isUnfinished ? null : reason,
  };
}

/** Returns Stripe's other notes, if any, without its sentences, which may quote the driver. */
export function payoutNotesOf(account: Account): PayoutNotes | null {
  const { currently_due, current_deadline, errors } = account.requirements ?? {};
  const isDue = currently_due?.length && current_deadline;
  const notes = {
    waits_for: account.details_submitted ? obstacleOf(account) : undefined,
    due_at: isDue ? new Date(current_deadline * 1000).toISOString() : undefined,
    problems: [...new Set(errors?.map(({ code }) => code))],
  };
  return notes.waits_for || notes.due_at || notes.problems.length > 0 ? notes : null;
}

function obstacleOf(account: Account): PayoutNotes['waits_for'] {
  const transfers = account.capabilities?.transfers;
  if (transfers === 'pending') return 'transfers_pending';
  if (transfers !== 'active') return 'transfers_inactive';
  return account.payouts_enabled || account.requirements?.disabled_reason ? undefined : 'payouts';
}

const maxAttempts = 5;

/**
 * Fetches an account from Stripe and saves its state; again if another call saved it first, so that
 * the latest state wins. Returns undefined when no driver has this account.
 */
export async function syncAccount(
  { db, stripe }: { db: Database; stripe: Stripe },
  stripeAccountId: string,
): Promise<SyncedStatus | undefined> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const known = await db
      .selectFrom('payout_accounts')
      .where('stripe_account_id', '=', stripeAccountId)
      .select(['driver_id', 'times_synced'])
      .executeTakeFirst();
    if (!known) return undefined;
    const account = await stripe.accounts.retrieve(stripeAccountId);
    const status = { ...payoutStatusOf(account), notes: payoutNotesOf(account) };
    if (await saveStatus(db, known, status)) return status;
  }
  throw new Error('The account is being synchronised too often at once.');
}

/** @returns false if another call has saved the account in the meantime. */
async function saveStatus(
  db: Database,
  { driver_id, times_synced }: { driver_id: string; times_synced: number },
  { onboardingCompleted, onboardingError, notes }: SyncedStatus,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with turn as (
      update payout_accounts set times_synced = times_synced + 1
      where driver_id = ${driver_id} and times_synced = ${times_synced} returning driver_id
    )
    update drivers set onboarding_completed = ${onboardingCompleted},
      onboarding_error = ${onboardingError}, payout_notes = ${notes}, updated_at = now()
    from turn where id = turn.driver_id`.execute(db);
  return numAffectedRows === 1n;
}
