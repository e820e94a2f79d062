import type { PayoutFields } from '@kargo/shared-types/api/payout';
import type { CalendarDate } from '@kargo/shared-types/forms/calendar-date';
import { sql } from 'kysely';
import { Stripe } from 'stripe';
import type { Database, Driver } from '../database/tables.ts';
import { isRefusal, toApiError } from './stripe-refusal.ts';

/** Drivers are paid in the US. */
const country = 'US';

/** Courier services, in the list of https://docs.stripe.com/connect/setting-mcc. */
const merchantCategory = '4215';

/** A refusal, which has no code, concerns the platform: nothing in the request is the driver's. */
const approvalAdvice =
  'Stripe has to approve a platform for `transfers` alone, and wants its profile (operations.md).';

type Person = Pick<PayoutFields, 'first_name' | 'last_name' | 'phone'> & { born: CalendarDate };

/** Stripe keeps idempotency keys for at least 24 hours; one hour is a margin. */
const hasForgottenKey = sql<boolean>`started_at < now() - interval '23 hours'`.as('isKeyForgotten');

/**
 * Creates the driver's connected account if needed and returns its id. Parallel and repeated calls,
 * also after a crash, create only one: they send the same request with a key committed before.
 */
export async function openConnectedAccount(db: Database, stripe: Stripe, driver: Driver) {
  const { stripe_account_id, idempotency_key, started_at, isKeyForgotten } = await db
    .selectFrom('payout_accounts')
    .where('driver_id', '=', driver.id)
    .selectAll()
    .select(hasForgottenKey)
    .executeTakeFirstOrThrow();
  if (stripe_account_id) return stripe_account_id;

  const own = db.updateTable('payout_accounts').where('driver_id', '=', driver.id);
  const lost = isKeyForgotten ? await findLostAccount(stripe, driver.id, started_at) : undefined;
  const { id } = lost ?? (await createAccount(stripe, driver.id, idempotency_key).catch(refused));
  await own.set({ stripe_account_id: id }).execute();
  return id;

  async function refused(error: unknown) {
    const isRepeated =
      error instanceof Stripe.errors.StripeError &&
      error.headers?.['idempotent-replayed'] === 'true';
    // Another version of the API sends another request.
    const isUsedKey = isRepeated || error instanceof Stripe.errors.StripeIdempotencyError;
    if (!isRefusal(error) && !isUsedKey) throw error;
    // Stripe may have failed after creating the account.
    const made = isUsedKey && (await findLostAccount(stripe, driver.id, started_at));
    if (made) return made;
    // For the same key, Stripe would repeat its refusal or failure.
    await own
      .set({ idempotency_key: sql<string>`gen_random_uuid()`, started_at: sql<Date>`now()` })
      .where('stripe_account_id', 'is', null)
      .where('idempotency_key', '=', idempotency_key)
      .execute();
    throw toApiError(error, approvalAdvice);
  }
}

export function createAccount(stripe: Stripe, driverId: string, idempotencyKey: string) {
  return stripe.accounts.create(
    {
      type: 'express',
      country,
      business_type: 'individual',
      capabilities: { transfers: { requested: true } },
      business_profile: { mcc: merchantCategory, product_description: 'Deliveries for Kargo' },
      metadata: { driver_id: driverId },
    },
    // Stripe responds with 409 while the same request is running.
    { idempotencyKey, maxNetworkRetries: 3 },
  );
}

async function findLostAccount(stripe: Stripe, driverId: string, startedAt: Date) {
  const fiveMinutes = 300;
  const gte = Math.floor(startedAt.getTime() / 1000) - fiveMinutes;
  for await (const account of stripe.accounts.list({ created: { gte }, limit: 100 })) {
    if (account.metadata?.driver_id === driverId) return account;
  }
  return undefined;
}

/** Sends the original identity document, and returns Stripe's id of it. */
export async function sendDocument(stripe: Stripe, document: Buffer): Promise<string> {
  const isPng = document[0] === 0x89;
  const { id } = await stripe.files.create({
    purpose: 'identity_document',
    // The driver's file name may contain personal data.
    file: {
      data: document,
      name: isPng ? 'document.png' : 'document.jpg',
      type: isPng ? 'image/png' : 'image/jpeg',
    },
  });
  return id;
}

/** Works before the first link only: later, Stripe locks the person of an Express account. */
export async function sendPerson(
  stripe: Stripe,
  accountId: string,
  { email }: Driver,
  { details, documentId }: { details: Person; documentId: string },
): Promise<void> {
  await stripe.accounts.update(accountId, {
    email,
    individual: {
      first_name: details.first_name,
      last_name: details.last_name,
      email,
      phone: details.phone.replace(' ', ''),
      dob: details.born,
      verification: { document: { front: documentId } },
    },
  });
}
