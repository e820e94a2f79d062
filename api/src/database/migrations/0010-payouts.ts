import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const payouts: Migration = {
  async up(db) {
    await db.schema
      .createTable('payout_accounts')
      .addColumn('driver_id', 'uuid', (col) =>
        col.primaryKey().references('drivers.id').onDelete('cascade'),
      )
      .addColumn('idempotency_key', 'uuid', (col) =>
        col.notNull().unique().defaultTo(sql`gen_random_uuid()`),
      )
      .addColumn('started_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
      .addColumn('stripe_account_id', 'text', (col) => col.unique())
      .addColumn('times_synced', 'integer', (col) => col.notNull().defaultTo(0))
      .execute();

    await db.schema
      .createTable('payout_links')
      .addColumn('token_hash', 'bytea', (col) => col.primaryKey())
      .addColumn('driver_id', 'uuid', (col) =>
        col.notNull().references('drivers.id').onDelete('cascade'),
      )
      .addColumn('purpose', 'text', (col) =>
        col.notNull().check(sql`purpose in ('onboarding', 'bank_details')`),
      )
      .addColumn('expires_at', 'timestamptz', (col) => col.notNull())
      .execute();
    await db.schema
      .createIndex('payout_links_expires_at')
      .on('payout_links')
      .column('expires_at')
      .execute();

    await db.schema
      .createTable('payout_mails')
      .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
      .addColumn('driver_id', 'uuid', (col) =>
        col.notNull().references('drivers.id').onDelete('cascade'),
      )
      .addColumn('reason', 'text', (col) =>
        col
          .notNull()
          .check(sql`reason in ('form_completed', 'unfinished', 'disabled', 'bank_details')`),
      )
      .addColumn('requested_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
      .addColumn('due_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
      .addColumn('attempts', 'integer', (col) => col.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex('payout_mails_due_at')
      .on('payout_mails')
      .column('due_at')
      .execute();

    await db.schema
      .createTable('stripe_events')
      .addColumn('id', 'text', (col) => col.primaryKey())
      .addColumn('received_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
      .execute();
  },
};
