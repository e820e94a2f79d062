import type { ColumnType, Generated, Kysely, Selectable } from 'kysely';

/** A time that Postgres fills in or that starts empty; read as a Date. */
type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;
type DefaultTime = ColumnType<Date, Date | undefined, Date>;

export interface DriversTable {
  id: Generated<string>;
  /** The account's id at the identity provider. */
  firebase_uid: string;
  email: string;
  name: string;
  phone: string;
  image_key: string | null;
  /** Null until an admin approves the driver. */
  approved_at: OptionalTime;
  /** Set when an admin disables the driver; a trigger then revokes the access tokens. */
  disabled_at: OptionalTime;
  form_completed: Generated<boolean>;
  onboarding_completed: Generated<boolean>;
  /** Why the payment provider disabled the payout account. */
  onboarding_error: string | null;
  /** Lets its bearer ask for another onboarding mail, and nothing else. */
  stripe_error_token: string | null;
  /** When the identity provider was last asked whether sessions are to end. */
  account_checked_at: OptionalTime;
  created_at: DefaultTime;
  updated_at: DefaultTime;
}
export type Driver = Selectable<DriversTable>;

interface AccessTokensTable {
  /** SHA-256 of the token; the token itself is with the driver only. */
  token_hash: Buffer;
  driver_id: string;
  created_at: DefaultTime;
  expires_at: ColumnType<Date>;
  /** When the driver last proved at the identity provider to be this driver, by the provider's clock. */
  confirmed_at: DefaultTime;
  /** The sign-in that opened the session, as in `identity_tokens`; null after a magic link. */
  identity_token_hash: Buffer | null;
}

/** Sign-ins whose ID tokens have opened a session, kept for as long as they could open another. */
interface IdentityTokensTable {
  /** SHA-256 of account and time of the sign-in, which all its ID tokens have in common. */
  token_hash: Buffer;
  used_at: DefaultTime;
}

/** At most one link per driver. */
interface MagicLinksTable {
  driver_id: string;
  /** SHA-256 of the token; the token itself is in the mail only. */
  token_hash: Buffer;
  expires_at: ColumnType<Date>;
  used_at: OptionalTime;
}

/**
 * Files in storage that no driver uses. A file is listed before it is written and removed in the
 * transaction that assigns it, so that none is lost when an upload is interrupted.
 */
interface UnclaimedImagesTable {
  image_key: string;
  listed_at: DefaultTime;
}

interface RateLimitsTable {
  key: string;
  hits: number;
  resets_at: ColumnType<Date>;
}

interface PayoutAccountsTable {
  driver_id: string;
  /** Committed before the account is created at Stripe, so that it is created once. */
  idempotency_key: Generated<string>;
  started_at: DefaultTime;
  /** Null until Stripe has answered. */
  stripe_account_id: string | null;
  /** Counts what was saved of the account's state; see `syncAccount`. */
  times_synced: Generated<number>;
  /** While somebody is handing the driver's form over to Stripe. */
  form_claimed_until: OptionalTime;
}

interface PayoutLinksTable {
  /** SHA-256 of the token; the token itself is in the mail only. */
  token_hash: Buffer;
  driver_id: string;
  purpose: 'onboarding' | 'bank_details';
  expires_at: ColumnType<Date>;
}

/** Mails to send; a row is deleted when its mail is sent. */
export interface PayoutMailsTable {
  id: Generated<string>;
  driver_id: string;
  reason: 'form_completed' | 'unfinished' | 'disabled' | 'bank_details';
  requested_at: DefaultTime;
  due_at: DefaultTime;
  attempts: Generated<number>;
}

/** Events of Stripe that have been processed, or are being. */
interface StripeEventsTable {
  id: string;
  received_at: DefaultTime;
  /** When somebody began to process it. */
  claimed_at: DefaultTime;
  /** Null until it has been processed. */
  done_at: OptionalTime;
}

/** What happened that somebody may ask for one day; a trigger keeps it from being changed. */
export interface AuditEventsTable {
  id: Generated<string>;
  at: DefaultTime;
  event:
    | 'login'
    | 'logout'
    | 'password_changed'
    | 'sessions_ended'
    | 'link_made'
    | 'link_redeemed'
    | 'link_followed'
    | 'payout_form'
    | 'account_changed'
    | 'limit_hit'
    | 'csrf_refused';
  outcome: 'done' | 'refused';
  reason: string | null;
  driver_id: string | null;
  session: string | null;
  request_id: string | null;
}

/** One row. */
interface StorageTable {
  /** Identifies the folder or bucket of the drivers' pictures; a file there holds it too. */
  id: Generated<string>;
  /** Whether one has been started with. */
  is_used: Generated<boolean>;
}

export interface Tables {
  audit_events: AuditEventsTable;
  drivers: DriversTable;
  access_tokens: AccessTokensTable;
  identity_tokens: IdentityTokensTable;
  magic_links: MagicLinksTable;
  unclaimed_images: UnclaimedImagesTable;
  rate_limits: RateLimitsTable;
  payout_accounts: PayoutAccountsTable;
  payout_links: PayoutLinksTable;
  payout_mails: PayoutMailsTable;
  storage: StorageTable;
  stripe_events: StripeEventsTable;
}

export type Database = Kysely<Tables>;
