import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds what Stripe says of an account beside its state, as `PayoutNotes`; null until an account is next fetched. */
export const payoutNotes: Migration = {
  async up(db) {
    await sql`alter table drivers add column payout_notes jsonb`.execute(db);
  },
};
