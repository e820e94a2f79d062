import type { PayoutNotes } from '@kargo/shared-types/api/driver';
import type { Generated, Kysely, Selectable } from 'kysely';

export interface Tables {
  drivers: {
    id: Generated<string>;
    /** The account's id at the identity provider. */
    firebase_uid: string;
    email: string;
    name: string;
    phone: string;
    image_key: string | null;
    /** Null until an admin approves the driver. */
    approved_at: Generated<Date | null>;
    /** Set when an admin disables the driver; a trigger then revokes the access tokens. */
    disabled_at: Generated<Date | null>;
    form_completed: Generated<boolean>;
    onboarding_completed: Generated<boolean>;
    /** Why the payment provider disabled the payout account. */
    onboarding_error: string | null;
    payout_notes: Generated<PayoutNotes | null>;
    /** Allows requesting another onboarding mail, and nothing else. */
    stripe_error_token: string | null;
    /** When the API last asked the identity provider whether sessions must end. */
    account_checked_at: Generated<Date | null>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };

  access_tokens: {
    /** SHA-256 of the token; only the driver has the token itself. */
    token_hash: Buffer;
    driver_id: string;
    created_at: Generated<Date>;
    expires_at: Date;
    /** The last sign-in, by the identity provider's clock, or when the magic link was made. */
    confirmed_at: Generated<Date>;
    /** The sign-in that opened the session, as in `identity_tokens`; null after a magic link. */
    identity_token_hash: Buffer | null;
    /** The magic link that opened the session, until the session changes something. */
    magic_link_hash: Buffer | null;
  };

  /** Sign-ins whose ID tokens have opened a session, for as long as they could open another. */
  identity_tokens: {
    /** SHA-256 of the sign-in's account and time, which are the same in all its ID tokens. */
    token_hash: Buffer;
    used_at: Generated<Date>;
  };

  /** At most one link per driver. */
  magic_links: {
    driver_id: string;
    /** SHA-256 of the token; the token itself is in the mail only. */
    token_hash: Buffer;
    expires_at: Date;
    /** When one of its sessions changed something. From then on it opens no other. */
    used_at: Generated<Date | null>;
    /** How many sessions it has opened. */
    redemptions: Generated<number>;
  };

  /**
   * Files in storage that no driver uses. Each is listed before it is written, and unlisted in the
   * transaction that gives it to a driver, so that an interrupted upload leaves no unknown file.
   */
  unclaimed_images: {
    image_key: string;
    listed_at: Generated<Date>;
  };

  rate_limits: {
    key: string;
    hits: number;
    resets_at: Date;
  };

  payout_accounts: {
    driver_id: string;
    /** Committed before the account is created at Stripe, so that only one account is created. */
    idempotency_key: Generated<string>;
    started_at: Generated<Date>;
    /** Null until Stripe has responded. */
    stripe_account_id: string | null;
    /** Number of times the account's state was saved; see `syncAccount`. */
    times_synced: Generated<number>;
    /** End of the claim of a call that is sending the driver's form to Stripe. */
    form_claimed_until: Generated<Date | null>;
  };

  payout_links: {
    /** SHA-256 of the token; the token itself is in the mail only. */
    token_hash: Buffer;
    driver_id: string;
    purpose: 'onboarding' | 'bank_details';
    expires_at: Date;
    /** False until its mail is sent. */
    is_mailed: Generated<boolean>;
  };

  /** Mails to send, one per driver and reason; a row is deleted when its mail is sent. */
  payout_mails: {
    id: Generated<string>;
    driver_id: string;
    reason: 'form_completed' | 'unfinished' | 'disabled' | 'bank_details';
    requested_at: Generated<Date>;
    due_at: Generated<Date>;
    attempts: Generated<number>;
  };

  /** Events of Stripe that are processed or in progress. */
  stripe_events: {
    id: string;
    received_at: Generated<Date>;
    /** Start of the last attempt to process the event. */
    claimed_at: Generated<Date>;
    done_at: Generated<Date | null>;
  };

  /** Security events. A trigger prevents changes. */
  audit_events: {
    id: Generated<string>;
    at: Generated<Date>;
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
      | 'approved'
      | 'csrf_refused';
    outcome: 'done' | 'refused';
    reason: string | null;
    driver_id: string | null;
    session: string | null;
    request_id: string | null;
  };

  /** One row. */
  storage: {
    /** Identifies the folder or bucket of the drivers' pictures, which has a file with this id. */
    id: Generated<string>;
    /** Whether an API has started with a folder or bucket. */
    is_used: Generated<boolean>;
  };
}

export type Database = Kysely<Tables>;

export type Driver = Selectable<Tables['drivers']>;
