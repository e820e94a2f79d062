import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds an index for the last link of a driver, which each profile shows. */
export const payoutLinksByDriver: Migration = {
  async up(db) {
    await sql`create index payout_links_driver_id on payout_links (driver_id, expires_at)`.execute(
      db,
    );
  },
};
