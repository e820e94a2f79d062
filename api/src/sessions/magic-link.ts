import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { hashSecretToken } from '../secret-token.ts';

export const magicLinkMinutes = 15;
export const linkLifetime = sql`${sql.lit(magicLinkMinutes)} * interval '1 minute'`;

/**
 * If a magic link opened this session, ends the link's other sessions, such as a mail scanner's,
 * and uses the link up.
 *
 * @param trx a transaction that changes something in this session, and has locked the driver
 */
export async function useUpMagicLink(trx: Database, driverId: string, token: string) {
  const token_hash = hashSecretToken(token);
  const own = await trx
    .selectFrom('access_tokens')
    .where('token_hash', '=', token_hash)
    .select('magic_link_hash')
    .executeTakeFirstOrThrow();
  const link = own.magic_link_hash;
  if (!link) return;
  await trx
    .updateTable('magic_links')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', link)
    .execute();
  await trx
    .updateTable('access_tokens')
    .set({ magic_link_hash: null })
    .where('token_hash', '=', token_hash)
    .execute();
  const { numDeletedRows } = await trx
    .deleteFrom('access_tokens')
    .where('driver_id', '=', driverId)
    .where('magic_link_hash', '=', link)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return;
  const event = { event: 'sessions_ended', outcome: 'done', reason: 'link_used_up' } as const;
  const row = { ...event, driver_id: driverId };
  await trx.insertInto('audit_events').values(row).execute();
}

export async function revokeEarlierMagicLink(db: Database, driverId: string, moment: Date) {
  await sql`delete from magic_links
    where driver_id = ${driverId} and expires_at - ${linkLifetime} < ${moment}`.execute(db);
}
