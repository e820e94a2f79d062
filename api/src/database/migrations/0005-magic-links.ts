import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const magicLinks: Migration = {
  async up(db) {
    // One row per driver: a new link takes the place of the old one, which is dead from then on.
    await db.schema
      .createTable('magic_links')
      .addColumn('driver_id', 'uuid', (col) =>
        col.primaryKey().references('drivers.id').onDelete('cascade'),
      )
      .addColumn('token_hash', 'bytea', (col) => col.notNull().unique())
      .addColumn('expires_at', 'timestamptz', (col) => col.notNull())
      .addColumn('used_at', 'timestamptz')
      .execute();

    // As with access tokens: enabling a driver again must not bring a link back.
    await sql`
    create function revoke_magic_link() returns trigger language plpgsql as $$
    begin
      delete from magic_links where driver_id = new.id;
      return new;
    end $$`.execute(db);
    await sql`
    create trigger disabled_driver_loses_magic_link
    after update of disabled_at on drivers
    for each row when (new.disabled_at is not null)
    execute function revoke_magic_link()`.execute(db);
  },
};
