import { sql } from 'kysely';
import { ApiError } from '../api-error.ts';
import { prepared } from '../database/prepared.ts';
import type { Database, Driver } from '../database/tables.ts';
import type { Identity } from '../identity/identity.ts';
import { createSecretToken, hashSecretToken } from '../secret-token.ts';

/** Lifetime of an access token after its last use, and its maximum lifetime. */
const idleDays = 30;
const maxDays = 90;

const days = (count: number) => sql`${sql.lit(count)} * interval '1 day'`;
const lifetime = sql<Date>`least(now() + ${days(idleDays)}, access_tokens.created_at + ${days(maxDays)})`;

/** A sign-in at the identity provider. All ID tokens of one sign-in have the same two values. */
type SignIn = Pick<Identity, 'uid' | 'signedInAt'>;

const hashSignIn = ({ uid, signedInAt }: SignIn) =>
  hashSecretToken(`${uid} ${signedInAt.toISOString()}`);

export const findDriverByFirebaseUid = (db: Database, firebaseUid: string) =>
  db.selectFrom('drivers').where('firebase_uid', '=', firebaseUid).selectAll().executeTakeFirst();

/** Normalizes an e-mail address like the identity provider. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

/** The newest driver who is not disabled comes first. Throws `driver_unknown`. */
export async function requireDriversByEmail(db: Database, email: string) {
  const [driver, ...others] = await db
    .selectFrom('drivers')
    .where(sql<string>`lower(email)`, '=', normalizeEmail(email))
    .orderBy(sql`disabled_at is not null`)
    .orderBy('created_at', 'desc')
    .selectAll()
    .execute();
  if (!driver) throw new ApiError('driver_unknown', `No driver has the e-mail address ${email}.`);
  return [driver, ...others] as const;
}

/** Locks a driver's row. Everything that opens, ends or relies on sessions locks it first. */
export function lockDriver(trx: Database, driverId: string): Promise<Driver> {
  return trx
    .selectFrom('drivers')
    .where('id', '=', driverId)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new ApiError('unauthorized', 'Log in to continue.'));
}

/** Opens a session and returns its access token, of which only a hash is stored. */
export async function openSession(
  db: Database,
  driverId: string,
  { signIn, link }: { signIn?: SignIn; link?: { token: string; madeAt: Date } } = {},
): Promise<string> {
  const token = createSecretToken();
  await db
    .insertInto('access_tokens')
    .values({
      token_hash: hashSecretToken(token),
      driver_id: driverId,
      expires_at: sql<Date>`now() + ${days(idleDays)}`,
      ...(signIn && { confirmed_at: signIn.signedInAt, identity_token_hash: hashSignIn(signIn) }),
      // As old as its link, so that a later password reset ends it.
      ...(link && { confirmed_at: link.madeAt, magic_link_hash: hashSecretToken(link.token) }),
    })
    .execute();
  return token;
}

/**
 * Records that a sign-in opens a session. If it is used again, for example because the response
 * was lost, it ends the old session and opens another. The provider's times are in seconds, so
 * sign-ins to one account within the same second count as one.
 *
 * @param trx opens the session and has locked the driver, so other calls with this sign-in wait
 * @returns false if the session of the sign-in has ended; then it cannot open another.
 */
export async function takeSignIn(trx: Database, signIn: SignIn): Promise<boolean> {
  if (await rememberSignIn(trx, signIn)) return true;
  const { numDeletedRows } = await trx
    .deleteFrom('access_tokens')
    .where('identity_token_hash', '=', hashSignIn(signIn))
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** @returns false if the sign-in was already stored. */
async function rememberSignIn(trx: Database, signIn: SignIn): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('identity_tokens')
    .values({ token_hash: hashSignIn(signIn) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Whether to ask the provider about an account, by the clock that set the time. */
const isCheckDue = sql<boolean>`coalesce(drivers.account_checked_at < now() - interval '3 minutes', true)`;

/** Decides whether this call asks the provider: only one of several concurrent calls does. */
export async function takeCheck(db: Database, driverId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('drivers')
    .set({ account_checked_at: sql<Date>`now()` })
    .where('id', '=', driverId)
    .where(isCheckDue)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export type DriverOfSession = Driver & { isCheckDue: boolean };

const sessionByToken = prepared(
  'session-by-token',
  sql<DriverOfSession & { is_stale: boolean }>`
    select drivers.id, drivers.firebase_uid, drivers.email, drivers.name, drivers.phone,
      drivers.image_key, drivers.approved_at, drivers.disabled_at, drivers.form_completed,
      drivers.onboarding_completed, drivers.onboarding_error, drivers.payout_notes,
      drivers.stripe_error_token, drivers.account_checked_at, drivers.created_at,
      drivers.updated_at, ${isCheckDue} as "isCheckDue",
      access_tokens.expires_at < ${lifetime} - interval '1 hour' as is_stale
    from access_tokens join drivers on drivers.id = access_tokens.driver_id
    where access_tokens.token_hash = ${Buffer.of()} and access_tokens.expires_at > now()
      and access_tokens.created_at > now() - ${days(maxDays)}
      and drivers.disabled_at is null and drivers.approved_at is not null`,
);

/** Finds the driver of a valid token. Each use extends its lifetime, saved at most once an hour. */
export async function findDriverOfSession(db: Database, token: string) {
  const tokenHash = hashSecretToken(token);
  const { rows } = await sessionByToken(db, [tokenHash]);
  if (!rows[0]) return undefined;
  const { is_stale, ...driver } = rows[0];
  if (is_stale) {
    await db
      .updateTable('access_tokens')
      .set({ expires_at: lifetime })
      .where('token_hash', '=', tokenHash)
      .execute();
  }
  return driver;
}

export async function closeSession(db: Database, token: string): Promise<void> {
  await db.deleteFrom('access_tokens').where('token_hash', '=', hashSecretToken(token)).execute();
}

/**
 * Ends the driver's other sessions and magic link after a new sign-in in this session. Neither that
 * sign-in nor an earlier one can open another session.
 */
export async function keepOnlySession(
  trx: Database,
  driverId: string,
  token: string,
  signIn: SignIn,
): Promise<void> {
  const token_hash = hashSecretToken(token);
  await rememberSignIn(trx, signIn);
  await trx
    .updateTable('access_tokens')
    .set({ confirmed_at: signIn.signedInAt, identity_token_hash: null, magic_link_hash: null })
    .where('token_hash', '=', token_hash)
    .execute();
  await trx
    .deleteFrom('access_tokens')
    .where('driver_id', '=', driverId)
    .where('token_hash', '!=', token_hash)
    .execute();
  // Somebody who has read the driver's mails could still open it.
  await trx.deleteFrom('magic_links').where('driver_id', '=', driverId).execute();
}

/** Ends a driver's sessions from before this time. Returns how many. */
export async function closeSessionsBefore(db: Database, driverId: string, moment: Date) {
  const { numDeletedRows } = await db
    .deleteFrom('access_tokens')
    .where('driver_id', '=', driverId)
    .where('confirmed_at', '<', moment)
    .executeTakeFirstOrThrow();
  return numDeletedRows;
}
