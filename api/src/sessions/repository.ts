import { sql } from 'kysely';
import type { Database, Driver } from '../database/tables.ts';
import type { Identity } from '../identity/identity.ts';
import { createSecretToken, hashSecretToken } from '../secret-token.ts';

/** How long an access token lives after its last use, and however it is used. */
const idleDays = 30;
const maxDays = 90;

const days = (count: number) => sql`${sql.lit(count)} * interval '1 day'`;
const lifetime = sql<Date>`least(now() + ${days(idleDays)}, created_at + ${days(maxDays)})`;

/** A sign-in at the identity provider: all its ID tokens, however many it issues, tell these two. */
type SignIn = Pick<Identity, 'uid' | 'signedInAt'>;

const hashSignIn = ({ uid, signedInAt }: SignIn) =>
  hashSecretToken(`${uid} ${signedInAt.toISOString()}`);

export function findDriverByFirebaseUid(
  db: Database,
  firebaseUid: string,
): Promise<Driver | undefined> {
  return db
    .selectFrom('drivers')
    .where('firebase_uid', '=', firebaseUid)
    .selectAll()
    .executeTakeFirst();
}

/** Opens a session and returns its access token, which is not kept. */
export async function openSession(
  db: Database,
  driverId: string,
  signIn?: SignIn,
): Promise<string> {
  const token = createSecretToken();
  await db
    .insertInto('access_tokens')
    .values({
      token_hash: hashSecretToken(token),
      driver_id: driverId,
      expires_at: sql<Date>`now() + ${days(idleDays)}`,
      ...(signIn && {
        confirmed_at: signIn.signedInAt,
        identity_token_hash: hashSignIn(signIn),
      }),
    })
    .execute();
  return token;
}

/**
 * Records that a sign-in opens a session. Used again, by somebody who did not receive the first
 * answer, it ends the old session and opens another. The provider counts in seconds, so sign-ins to
 * one account within the same second are one.
 *
 * @param trx the transaction in which the session is opened: others with this sign-in wait for it.
 * @returns false when the session of the sign-in has ended: it opens no other.
 */
export async function takeSignIn(trx: Database, signIn: SignIn): Promise<boolean> {
  const token_hash = hashSignIn(signIn);
  if (await rememberSignIn(trx, signIn)) return true;
  // One at a time: each has to see the session that the one before it opened.
  await trx
    .selectFrom('identity_tokens')
    .where('token_hash', '=', token_hash)
    .select('token_hash')
    .forUpdate()
    .execute();
  const { numDeletedRows } = await trx
    .deleteFrom('access_tokens')
    .where('identity_token_hash', '=', token_hash)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** @returns false when it was remembered before. */
async function rememberSignIn(trx: Database, signIn: SignIn): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('identity_tokens')
    .values({ token_hash: hashSignIn(signIn) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * The driver whose access token this is, if it is valid and the driver may still sign in. Each use
 * extends its life, which is saved at most once an hour.
 */
export async function findDriverOfSession(
  db: Database,
  token: string,
): Promise<Driver | undefined> {
  const tokenHash = hashSecretToken(token);
  const found = await db
    .selectFrom('access_tokens')
    .innerJoin('drivers', 'drivers.id', 'access_tokens.driver_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('access_tokens.created_at', '>', sql<Date>`now() - ${days(maxDays)}`)
    .where('disabled_at', 'is', null)
    .where('approved_at', 'is not', null)
    .selectAll('drivers')
    .select(
      sql<boolean>`expires_at < least(now() + ${days(idleDays)},
        access_tokens.created_at + ${days(maxDays)}) - interval '1 hour'`.as('is_stale'),
    )
    .executeTakeFirst();
  if (!found) return undefined;
  const { is_stale, ...driver } = found;
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
 * Records that the driver has signed in again in this session, and ends the driver's other sessions.
 * That sign-in opens no session of its own.
 *
 * @param trx a transaction, since this is one change
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
    .set({ confirmed_at: signIn.signedInAt })
    .where('token_hash', '=', token_hash)
    .execute();
  await trx
    .deleteFrom('access_tokens')
    .where('driver_id', '=', driverId)
    .where('token_hash', '!=', token_hash)
    .execute();
}

/** Ends a driver's sessions from sign-ins before that moment; how many there were. */
export async function closeSessionsBefore(
  db: Database,
  driverId: string,
  moment: Date,
): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom('access_tokens')
    .where('driver_id', '=', driverId)
    .where('confirmed_at', '<', moment)
    .executeTakeFirstOrThrow();
  return numDeletedRows;
}
