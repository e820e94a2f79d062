import { type Kysely, sql } from 'kysely';
import type { Driver, Tables } from '../database/tables.ts';
import { createSecretToken, hashSecretToken } from '../secret-token.ts';

/** How long an access token lives after its last use. */
const accessTokenDays = 30;

const lifetime = sql<Date>`now() + ${sql.lit(accessTokenDays)} * interval '1 day'`;

/** The driver with this account at the identity provider. */
export function findDriverByFirebaseUid(
  db: Kysely<Tables>,
  firebaseUid: string,
): Promise<Driver | undefined> {
  return db
    .selectFrom('drivers')
    .where('firebase_uid', '=', firebaseUid)
    .selectAll()
    .executeTakeFirst();
}

/** Opens a session and returns its access token, which is not kept. */
export async function openSession(db: Kysely<Tables>, driverId: string): Promise<string> {
  const token = createSecretToken();
  await db
    .insertInto('access_tokens')
    .values({ token_hash: hashSecretToken(token), driver_id: driverId, expires_at: lifetime })
    .execute();
  return token;
}

/**
 * The driver whose access token this is, if it is alive and the driver may still sign in. Its
 * life starts anew with every use, written down at most once an hour.
 */
export async function findDriverOfSession(
  db: Kysely<Tables>,
  token: string,
): Promise<Driver | undefined> {
  const tokenHash = hashSecretToken(token);
  const found = await db
    .selectFrom('access_tokens')
    .innerJoin('drivers', 'drivers.id', 'access_tokens.driver_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('disabled_at', 'is', null)
    .where('approved_at', 'is not', null)
    .selectAll('drivers')
    .select(sql<boolean>`expires_at < ${lifetime} - interval '1 hour'`.as('is_stale'))
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

/** Revokes an access token. */
export async function closeSession(db: Kysely<Tables>, token: string): Promise<void> {
  await db.deleteFrom('access_tokens').where('token_hash', '=', hashSecretToken(token)).execute();
}
