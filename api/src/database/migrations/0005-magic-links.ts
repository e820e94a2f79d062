import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const magicLinks: Migration = {
  async up(db) {
    await sql`
    -- One row per driver: a new link replaces the old one, which stops working.
    create table magic_links (
      driver_id uuid primary key references drivers (id) on delete cascade,
      token_hash bytea not null unique,
      expires_at timestamptz not null,
      used_at timestamptz
    );

    -- As with access tokens: enabling a driver again must not bring a link back.
    create function revoke_magic_link() returns trigger language plpgsql as $$
    begin
      delete from magic_links where driver_id = new.id;
      return new;
    end $$;
    create trigger disabled_driver_loses_magic_link
    after update of disabled_at on drivers
    for each row when (new.disabled_at is not null)
    execute function revoke_magic_link()`.execute(db);
  },
};
