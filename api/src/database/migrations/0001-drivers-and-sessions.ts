import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const driversAndSessions: Migration = {
  async up(db) {
    await db.schema
      .createTable('drivers')
      .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
      .addColumn('firebase_uid', 'text', (col) => col.notNull().unique())
      .addColumn('email', 'text', (col) => col.notNull())
      .addColumn('name', 'text', (col) => col.notNull().check(sql`char_length(name) <= 255`))
      .addColumn('phone', 'text', (col) => col.notNull().check(sql`char_length(phone) <= 20`))
      .addColumn('image_key', 'text', (col) => col.unique())
      .addColumn('approved_at', 'timestamptz')
      .addColumn('disabled_at', 'timestamptz')
      .addColumn('form_completed', 'boolean', (col) => col.notNull().defaultTo(false))
      .addColumn('onboarding_completed', 'boolean', (col) => col.notNull().defaultTo(false))
      .addColumn('onboarding_error', 'text')
      .addColumn('stripe_error_token', 'text', (col) => col.unique())
      .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
      .addColumn('updated_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
      .execute();

    await db.schema
      .createTable('access_tokens')
      .addColumn('token_hash', 'bytea', (col) => col.primaryKey())
      .addColumn('driver_id', 'uuid', (col) =>
        col.notNull().references('drivers.id').onDelete('cascade'),
      )
      .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
      .addColumn('expires_at', 'timestamptz', (col) => col.notNull())
      .execute();
    await db.schema
      .createIndex('access_tokens_driver_id')
      .on('access_tokens')
      .column('driver_id')
      .execute();
    await db.schema
      .createIndex('access_tokens_expires_at')
      .on('access_tokens')
      .column('expires_at')
      .execute();

    // In the database, so that disabling a driver by hand revokes the tokens too.
    await sql`
    create function revoke_access_tokens() returns trigger language plpgsql as $$
    begin
      delete from access_tokens where driver_id = new.id;
      return new;
    end $$`.execute(db);
    await sql`
    create trigger disabled_driver_loses_access
    after update of disabled_at on drivers
    for each row when (new.disabled_at is not null)
    execute function revoke_access_tokens()`.execute(db);

    await db.schema
      .createTable('unclaimed_images')
      .addColumn('image_key', 'text', (col) => col.primaryKey())
      .addColumn('listed_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
      .execute();

    await db.schema
      .createTable('rate_limits')
      .addColumn('key', 'text', (col) => col.primaryKey())
      .addColumn('hits', 'integer', (col) => col.notNull())
      .addColumn('resets_at', 'timestamptz', (col) => col.notNull())
      .execute();
  },
};
