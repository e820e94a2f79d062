import { sql } from 'kysely';
import type { Database, Driver, Tables } from '../database/tables.ts';
import { createSecretToken, hashSecretToken } from '../secret-token.ts';

/** Returns the driver's token for requesting more links, if Stripe has the driver's details. */
export const formTokenOf = ({ form_completed, stripe_error_token }: Driver) =>
  form_completed ? stripe_error_token : null;

/**
 * Marks the form as completed and queues the mail with the link. Idempotent.
 *
 * @param trx a transaction, so that both are saved together; it has locked the driver
 * @returns the driver's token for requesting more links.
 */
export async function completeForm(trx: Database, driver: Driver): Promise<string> {
  const completed = formTokenOf(driver);
  if (completed) return completed;
  const token = driver.stripe_error_token ?? createSecretToken();
  await trx
    .updateTable('drivers')
    .set({ form_completed: true, stripe_error_token: token, updated_at: sql`now()` })
    .where('id', '=', driver.id)
    .execute();
  await orderMail(trx, driver.id, 'form_completed');
  return token;
}

type MailReason = Tables['payout_mails']['reason'];

/**
 * Renews a waiting mail: while the mail server is down, many requests lead to one mail. It is not
 * due at once, since it may be on its way, which takes less than a minute.
 */
const orRenew = sql`on conflict (driver_id, reason) do update set requested_at = now(), attempts = 0,
  due_at = least(payout_mails.due_at, now() + interval '1 minute')`;

export async function orderMail(db: Database, driverId: string, reason: MailReason): Promise<void> {
  await sql`
    insert into payout_mails (driver_id, reason) values (${driverId}, ${reason})
    ${orRenew}`.execute(db);
}

/**
 * Queues a mail with a link for this token's driver: to the bank details if all else is set up.
 *
 * @returns whether the driver exists
 */
export async function orderMailByToken(db: Database, stripeErrorToken: string, reason: MailReason) {
  const { rows } = await sql`
    with wanted as (
      select id, case when onboarding_completed and onboarding_error is null
        then 'bank_details' else ${reason} end as reason
      from drivers
      where stripe_error_token = ${stripeErrorToken} and disabled_at is null
    ), ordered as (
      insert into payout_mails (driver_id, reason) select id, reason from wanted ${orRenew}
    )
    select from wanted`.execute(db);
  return rows.length === 1;
}

/** When the driver's last link to Stripe's form was mailed and when it expires, in ISO 8601. */
export async function findLastLink(db: Database, driverId: string) {
  const link = await db
    .selectFrom('payout_links')
    .where('driver_id', '=', driverId)
    .where('purpose', '=', 'onboarding')
    .where('is_mailed', '=', true)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .select(['expires_at', sql<Date>`expires_at - ${linkLifetime}`.as('sent_at')])
    .executeTakeFirst();
  if (!link) return null;
  return { sent_at: link.sent_at.toISOString(), expires_at: link.expires_at.toISOString() };
}

const linkLifetime = sql`interval '24 hours'`;

/** Creates a link for a mail and returns its token, of which only a hash is stored. */
export async function createLink(db: Database, driverId: string, purpose: PayoutLink['purpose']) {
  const token = createSecretToken();
  await db
    .insertInto('payout_links')
    .values({
      token_hash: hashSecretToken(token),
      driver_id: driverId,
      purpose,
      expires_at: sql<Date>`now() + ${linkLifetime}`,
      is_mailed: false,
    })
    .execute();
  return token;
}

export type PayoutLink = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/** Finds a mailed link. It can be found for a month after it expired, to offer a new one. */
export function findLink(db: Database, token: string) {
  return db
    .selectFrom('payout_links')
    .innerJoin('drivers', 'drivers.id', 'payout_links.driver_id')
    .leftJoin('payout_accounts', 'payout_accounts.driver_id', 'payout_links.driver_id')
    .where('payout_links.token_hash', '=', hashSecretToken(token))
    .where('drivers.disabled_at', 'is', null)
    .select((eb) => [
      'payout_links.driver_id as driverId',
      'payout_links.purpose',
      eb('payout_links.expires_at', '<=', sql<Date>`now()`).$castTo<boolean>().as('isExpired'),
      'drivers.stripe_error_token as stripeErrorToken',
      'drivers.onboarding_error as onboardingError',
      'payout_accounts.stripe_account_id as stripeAccountId',
    ])
    .executeTakeFirst();
}
