import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const driversAndSessions: Migration = {
  async up(db) {
    await sql`
    create table drivers (
      id uuid primary key default gen_random_uuid(),
      firebase_uid text not null unique,
      email text not null,
      name text not null check (char_length(name) <= 255),
      phone text not null check (char_length(phone) <= 20),
      image_key text unique,
      approved_at timestamptz,
      disabled_at timestamptz,
      form_completed boolean not null default false,
      onboarding_completed boolean not null default false,
      onboarding_error text,
      stripe_error_token text unique,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create table access_tokens (
      token_hash bytea primary key,
      driver_id uuid not null references drivers (id) on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index access_tokens_driver_id on access_tokens (driver_id);
    create index access_tokens_expires_at on access_tokens (expires_at);

    -- In the database, so that disabling a driver by hand revokes the tokens too.
    create function revoke_access_tokens() returns trigger language plpgsql as $$
    begin
      delete from access_tokens where driver_id = new.id;
      return new;
    end $$;
    create trigger disabled_driver_loses_access
    after update of disabled_at on drivers
    for each row when (new.disabled_at is not null)
    execute function revoke_access_tokens();

    create table unclaimed_images (
      image_key text primary key,
      listed_at timestamptz not null default now()
    );
    create table rate_limits (
      key text primary key,
      hits integer not null,
      resets_at timestamptz not null
    )`.execute(db);
  },
};
