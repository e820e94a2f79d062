import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const formClaims: Migration = {
  async up(db) {
    await sql`alter table payout_accounts add column form_claimed_until timestamptz`.execute(db);
  },
};
