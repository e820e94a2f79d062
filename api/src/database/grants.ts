import type { Tables } from './tables.ts';

/**
 * What the API's role may do with each table: what the API does, and no more. `migrate` grants this
 * and revokes everything else. Rows that only an admin writes, such as new drivers, and columns that
 * only an admin sets, such as `approved_at`, are the owner's.
 */
export const grants: Record<
  keyof Tables | 'kysely_migration' | 'kysely_migration_lock',
  readonly string[]
> = {
  drivers: [
    'select',
    `update (name, phone, image_key, form_completed, onboarding_completed, onboarding_error,
      stripe_error_token, account_checked_at, updated_at)`,
  ],
  access_tokens: ['select', 'insert', 'update (expires_at, confirmed_at)', 'delete'],
  // Rows are locked, never changed; without the right to update there is no locking either.
  identity_tokens: ['select', 'insert', 'update (used_at)', 'delete'],
  magic_links: ['select', 'insert', 'update (token_hash, expires_at, used_at)', 'delete'],
  unclaimed_images: ['select', 'insert', 'delete'],
  rate_limits: ['select', 'insert', 'update (hits, resets_at)', 'delete'],
  payout_accounts: [
    'select',
    'insert (driver_id)',
    'update (idempotency_key, started_at, stripe_account_id, times_synced, form_claimed_until)',
  ],
  payout_links: ['select', 'insert', 'delete'],
  payout_mails: ['select', 'insert (driver_id, reason)', 'update (attempts, due_at)', 'delete'],
  stripe_events: ['select', 'insert', 'update (claimed_at, done_at)', 'delete'],
  // Written and never read; the time is Postgres's. Old ones go through forget_old_audit_events.
  audit_events: ['insert (event, outcome, reason, driver_id, session, request_id)'],
  storage: ['select', 'update'],
  kysely_migration: ['select'],
  kysely_migration_lock: [],
};
