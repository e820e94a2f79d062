import { type RawBuilder, sql } from 'kysely';

/** The SQL of each migration, run in the order of their names. A released one never changes. */
export const migrations: Record<string, RawBuilder<unknown>> = {
  '0001-drivers-and-sessions': sql`
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
    )`,

  '0005-magic-links': sql`
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
    execute function revoke_magic_link()`,

  '0010-payouts': sql`
    create table payout_accounts (
      driver_id uuid primary key references drivers (id) on delete cascade,
      idempotency_key uuid not null unique default gen_random_uuid(),
      started_at timestamptz not null default now(),
      stripe_account_id text unique,
      times_synced integer not null default 0
    );
    create table payout_links (
      token_hash bytea primary key,
      driver_id uuid not null references drivers (id) on delete cascade,
      purpose text not null check (purpose in ('onboarding', 'bank_details')),
      expires_at timestamptz not null
    );
    create index payout_links_expires_at on payout_links (expires_at);
    create table payout_mails (
      id uuid primary key default gen_random_uuid(),
      driver_id uuid not null references drivers (id) on delete cascade,
      reason text not null
        check (reason in ('form_completed', 'unfinished', 'disabled', 'bank_details')),
      requested_at timestamptz not null default now(),
      due_at timestamptz not null default now(),
      attempts integer not null default 0
    );
    create index payout_mails_due_at on payout_mails (due_at);
    create table stripe_events (
      id text primary key,
      received_at timestamptz not null default now()
    )`,

  '0020-session-ends': sql`
    -- The identity provider's answer about an account is compared with its own clock.
    alter table access_tokens
      add column confirmed_at timestamptz not null default now(),
      add column identity_token_hash bytea unique;
    update access_tokens set confirmed_at = created_at;
    alter table drivers add column account_checked_at timestamptz;
    create table identity_tokens (
      token_hash bytea primary key,
      used_at timestamptz not null default now()
    )`,

  '0021-form-claims': sql`
    alter table payout_accounts add column form_claimed_until timestamptz`,

  '0022-audit-events': sql`
    -- No reference to the driver: the events are kept when the driver is deleted.
    create table audit_events (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      event text not null,
      outcome text not null check (outcome in ('done', 'refused')),
      reason text,
      driver_id uuid,
      session text,
      request_id text
    );
    create index audit_events_at on audit_events (at);
    create index audit_events_driver_id on audit_events (driver_id, at);

    -- Events cannot be changed, and recent ones cannot be deleted, not even by the table's owner.
    create function keep_audit_event() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.at < now() - interval '30 days' then return old; end if;
      end if;
      raise exception 'audit events are kept as they were written';
    end $$;

    create trigger audit_events_are_kept before update or delete on audit_events
    for each row execute function keep_audit_event();

    create trigger audit_events_are_not_emptied before truncate on audit_events
    for each statement execute function keep_audit_event();

    create function record_account_change() returns trigger language plpgsql as $$
    begin
      insert into audit_events (event, outcome, reason, driver_id) values ('account_changed', 'done',
        coalesce(new.onboarding_error, case when new.onboarding_completed then 'completed' else 'open' end),
        new.id);
      return new;
    end $$;

    create trigger account_change_is_recorded after update on drivers for each row
    when ((old.onboarding_error, old.onboarding_completed)
      is distinct from (new.onboarding_error, new.onboarding_completed))
    execute function record_account_change();

    create or replace function revoke_access_tokens() returns trigger language plpgsql as $$
    begin
      insert into audit_events (event, outcome, reason, driver_id)
      values ('sessions_ended', 'done', 'driver_disabled', new.id);
      delete from access_tokens where driver_id = new.id;
      return new;
    end $$`,

  '0023-growth': sql`
    -- Indexes for rows that are looked up, or deleted by age, so that this is fast in large tables. Stripe's
    -- events are claimed before they are processed.
    create index drivers_email on drivers (lower(email));
    create index identity_tokens_used_at on identity_tokens (used_at);
    create index magic_links_expires_at on magic_links (expires_at);
    create index rate_limits_resets_at on rate_limits (resets_at);
    create index payout_mails_requested_at on payout_mails (requested_at);
    create index stripe_events_received_at on stripe_events (received_at);
    create index unclaimed_images_listed_at on unclaimed_images (listed_at);
    alter table stripe_events
      add column claimed_at timestamptz not null default now(),
      add column done_at timestamptz default now();
    -- Deleted everything in one statement.
    drop function if exists forget_old_audit_events()`,

  '0024-storage': sql`
    -- The id of the folder or bucket with the drivers' pictures.
    create table storage (
      id uuid not null default gen_random_uuid(),
      is_used boolean not null default false
    );
    insert into storage default values`,

  '0025-payout-links-by-driver': sql`
    -- For the last link of a driver, which each profile shows.
    create index payout_links_driver_id on payout_links (driver_id, expires_at)`,

  '0026-magic-link-redemptions': sql`
    -- A link opens several sessions until one of them changes something: scanners follow links too.
    alter table magic_links add column redemptions integer not null default 0;
    alter table access_tokens add column magic_link_hash bytea`,

  '0027-payout-notes': sql`
    -- What Stripe says of an account beside its state, as PayoutNotes; null until an account is next fetched.
    alter table drivers add column payout_notes jsonb`,

  '0028-payout-mails': sql`
    -- For each driver and kind one mail waits. Asked for again, it is renewed; the API before this one fails then.
    lock table payout_mails in share row exclusive mode;
    delete from payout_mails as older using payout_mails as newer
    where (older.driver_id, older.reason) = (newer.driver_id, newer.reason)
      and (older.requested_at, older.id) < (newer.requested_at, newer.id);
    create unique index payout_mails_driver_id on payout_mails (driver_id, reason);
    -- The API before this one does not say it of its links.
    alter table payout_links add column is_mailed boolean not null default true`,
};
