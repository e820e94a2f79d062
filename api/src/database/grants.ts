import type { Tables } from './tables.ts';

/**
 * The API's rights on each table. `migrate` grants these and revokes all others. Rows and columns
 * that only an admin writes, such as new drivers and `approved_at`, are left to the owner.
 */
export const grants: Record<keyof Tables | 'kysely_migration' | 'kysely_migration_lock', string> = {
  drivers: `select, update (name, phone, image_key, form_completed, onboarding_completed, onboarding_error,
    payout_notes, stripe_error_token, account_checked_at, updated_at)`,
  access_tokens:
    'select, insert, update (expires_at, confirmed_at, identity_token_hash, magic_link_hash), delete',
  identity_tokens: 'select, insert, delete',
  magic_links: 'select, insert, update (token_hash, expires_at, used_at, redemptions), delete',
  unclaimed_images: 'select, insert, delete',
  rate_limits: 'select, insert, update (hits, resets_at), delete',
  payout_accounts: `select, insert (driver_id),
    update (idempotency_key, started_at, stripe_account_id, times_synced, form_claimed_until)`,
  payout_links: 'select, insert, update (is_mailed), delete',
  payout_mails:
    'select, insert (driver_id, reason), update (requested_at, attempts, due_at), delete',
  stripe_events: 'select, insert, update (claimed_at, done_at), delete',
  // Written and never read. Postgres sets the time. forget_old_audit_events deletes old rows.
  audit_events: 'insert (event, outcome, reason, driver_id, session, request_id)',
  storage: 'select, update',
  kysely_migration: 'select',
  kysely_migration_lock: '',
};
