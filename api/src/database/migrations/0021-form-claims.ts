import type { Migration } from 'kysely/migration';

export const formClaims: Migration = {
  async up(db) {
    await db.schema
      .alterTable('payout_accounts')
      .addColumn('form_claimed_until', 'timestamptz')
      .execute();
  },
};
