import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { createSecretToken, hashSecretToken } from '../secret-token.ts';
import { linkLifetime } from '../sessions/magic-link.ts';
import { lockDriver } from '../sessions/repository.ts';

/** More than one, because mail scanners that run scripts follow the link too. */
const maxRedemptions = 3;

/** Replaces the driver's magic link and returns its token, of which only a hash is stored. */
export async function createMagicToken(db: Database, driverId: string): Promise<string> {
  const token = createSecretToken();
  const link = {
    token_hash: hashSecretToken(token),
    expires_at: sql<Date>`now() + ${linkLifetime}`,
    used_at: null,
    redemptions: 0,
  };
  await db
    .insertInto('magic_links')
    .values({ driver_id: driverId, ...link })
    .onConflict((conflict) => conflict.column('driver_id').doUpdateSet(link))
    .execute();
  return token;
}

/** Redeems a token. Returns its driver and when it was made, or undefined if it is invalid. */
export async function redeemMagicToken(trx: Database, token: string) {
  const token_hash = hashSecretToken(token);
  const link = await trx
    .selectFrom('magic_links')
    .where('token_hash', '=', token_hash)
    .select(['driver_id', sql<Date>`expires_at - ${linkLifetime}`.as('madeAt')])
    .executeTakeFirst();
  if (!link) return undefined;
  const driver = await lockDriver(trx, link.driver_id);
  const { numAffectedRows } = await sql`
    update magic_links set redemptions = redemptions + 1
    where token_hash = ${token_hash} and used_at is null
      and redemptions < ${maxRedemptions} and expires_at > now()`.execute(trx);
  return numAffectedRows === 1n ? { driver, madeAt: link.madeAt } : undefined;
}

/** Returns why a token is invalid, for the log. */
export async function whyDead(db: Database, token: string): Promise<string> {
  const link = await db
    .selectFrom('magic_links')
    .where('token_hash', '=', hashSecretToken(token))
    .select(['used_at', 'expires_at', 'redemptions'])
    .executeTakeFirst();
  if (!link) return 'no driver has a magic link with this token, or not any more';
  if (link.used_at) return `the magic link was used at ${link.used_at.toISOString()}`;
  if (link.redemptions >= maxRedemptions)
    return `the magic link has opened ${maxRedemptions} sessions`;
  return `the magic link expired at ${link.expires_at.toISOString()}`;
}

/** Ends sessions of the driver's earlier links that have changed nothing. Returns how many. */
export async function closeSessionsOfEarlierLinks(db: Database, driverId: string, link: string) {
  const { numDeletedRows } = await db
    .deleteFrom('access_tokens')
    .where('driver_id', '=', driverId)
    .where('magic_link_hash', '!=', hashSecretToken(link))
    .executeTakeFirstOrThrow();
  return numDeletedRows;
}
