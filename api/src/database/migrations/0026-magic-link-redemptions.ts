import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Lets a magic link open several sessions until one of them changes something: scanners follow links too. */
export const magicLinkRedemptions: Migration = {
  async up(db) {
    await sql`
    alter table magic_links add column redemptions integer not null default 0;
    alter table access_tokens add column magic_link_hash bytea`.execute(db);
  },
};
