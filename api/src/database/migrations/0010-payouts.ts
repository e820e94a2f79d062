import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const payouts: Migration = {
  async up(db) {
    await sql`
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
    )`.execute(db);
  },
};
