import type { Stripe } from 'stripe';
import type { Database, Driver } from '../database/tables.ts';
import { withFormClaimed } from './claim-form.ts';
import { describePerson, openConnectedAccount } from './connected-account.ts';
import type { PayoutApplication } from './read-payout-form.ts';
import { completeForm, findFormToken } from './repository.ts';
import { toApiError } from './stripe-refusal.ts';

/**
 * Call 7 (spec section 7). It can be repeated until it succeeds; after that it changes nothing.
 *
 * @returns the token that asks for new links.
 * @throws {ApiError} `payout_details_refused` when Stripe does not accept what the driver entered;
 *   `unavailable`.
 */
export async function submitPayoutDetails(
  { db, stripe }: { db: Database; stripe: Stripe },
  driver: Driver,
  application: PayoutApplication,
): Promise<string> {
  return withFormClaimed(db, driver.id, async () => {
    const completed = await findFormToken(db, driver.id);
    if (completed) return completed;
    try {
      const accountId = await openConnectedAccount(db, stripe, driver);
      await describePerson(stripe, accountId, driver, application);
    } catch (error) {
      throw toApiError(error);
    }
    return completeForm(db, driver.id);
  });
}
