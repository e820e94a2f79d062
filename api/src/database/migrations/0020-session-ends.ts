import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const sessionEnds: Migration = {
  async up(db) {
    await sql`
    -- The identity provider's answer about an account is compared with its own clock.
    alter table access_tokens
      add column confirmed_at timestamptz not null default now(),
      add column identity_token_hash bytea unique;
    update access_tokens set confirmed_at = created_at;
    alter table drivers add column account_checked_at timestamptz;
    create table identity_tokens (
      token_hash bytea primary key,
      used_at timestamptz not null default now()
    )`.execute(db);
  },
};
