import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds indexes for rows that are looked up, or deleted by age, so that this is fast in large tables.
 * Stripe's events are claimed before they are processed.
 */
export const growth: Migration = {
  async up(db) {
    await sql`
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
    drop function if exists forget_old_audit_events()`.execute(db);
  },
};
