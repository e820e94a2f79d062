import type { Stripe } from 'stripe';
import { ApiError } from '../api-error.ts';
import { recordingChange, type Source } from '../audit/audit.ts';
import type { Database } from '../database/tables.ts';
import {
  type DriverSession,
  requireOpen,
  requireOpenToChange,
} from '../sessions/require-session.ts';
import { openConnectedAccount, sendDocument, sendPerson } from '../stripe/connected-account.ts';
import { toApiError } from '../stripe/stripe-refusal.ts';
import type { PayoutDetails } from './check-payout-details.ts';
import { withFormClaimed } from './claim-form.ts';
import { completeForm, formTokenOf } from './repository.ts';

/**
 * No step begins after this time. So all end within 37 s, unless an account must be looked for,
 * and the call, with the wait for its claim, within the gateway's timeout of 60 s.
 */
const timeToBeginMs = 20_000;

/**
 * Call 7 (spec section 7). It can be repeated until it succeeds; afterwards it changes nothing.
 *
 * @returns the token for requesting new links.
 * @throws {ApiError} `payout_details_refused` when Stripe refuses what the driver entered;
 *   `unauthorized` when the session has ended; else `unavailable`; a retry continues from there.
 */
export async function submitPayoutDetails(
  { db, stripe, source }: { db: Database; stripe: Stripe; source: Source },
  session: DriverSession,
  { details, document }: { details: PayoutDetails; document: Buffer },
  timeoutMs = timeToBeginMs,
): Promise<string> {
  const { driver } = session;
  await requireOpen(db, session);
  return withFormClaimed(db, driver.id, async () => {
    const completed = formTokenOf(await requireOpen(db, session));
    if (completed) return completed;
    // Not later, since sending to Stripe is a change too.
    await db.transaction().execute((trx) => requireOpenToChange(trx, session));
    const end = performance.now() + timeoutMs;
    const goOn = () => {
      if (performance.now() > end) throw tooSlow();
      return requireOpen(db, session);
    };
    try {
      const accountId = await openConnectedAccount(db, stripe, driver);
      await goOn();
      const documentId = await sendDocument(stripe, document);
      await goOn();
      await sendPerson(stripe, accountId, driver, { details, documentId });
    } catch (error) {
      throw toApiError(error);
    }
    return recordingChange(db, source, async (trx, record) => {
      const stored = await requireOpen(trx, session);
      await record({ event: 'payout_form', driverId: driver.id });
      return completeForm(trx, stored);
    });
  });
}

const tooSlow = () =>
  new ApiError('unavailable', 'Payouts are not available right now.', {
    cause: new Error('Stripe is too slow'),
  });
