import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const sessionEnds: Migration = {
  async up(db) {
    // What the identity provider says of an account is compared with its own clock.
    await db.schema
      .alterTable('access_tokens')
      .addColumn('confirmed_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
      .addColumn('identity_token_hash', 'bytea', (col) => col.unique())
      .execute();
    await sql`update access_tokens set confirmed_at = created_at`.execute(db);
    await db.schema.alterTable('drivers').addColumn('account_checked_at', 'timestamptz').execute();

    await db.schema
      .createTable('identity_tokens')
      .addColumn('token_hash', 'bytea', (col) => col.primaryKey())
      .addColumn('used_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
      .execute();
  },
};
