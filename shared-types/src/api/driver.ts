import { type Static, Type } from 'typebox';
import { Closed } from './closed.ts';

/** What Stripe says about a payout account in addition to its state. */
export const PayoutNotes = Type.Object({
  /** What a finished account still waits for: transfers to it, or payouts to the bank. */
  waits_for: Type.Optional(Type.Enum(['transfers_pending', 'transfers_inactive', 'payouts'])),
  /** In ISO 8601: Stripe pauses payouts then, unless it gets what it asks for. */
  due_at: Type.Optional(Type.String()),
  /** Stripe's codes for what it did not accept. */
  problems: Type.Array(Type.String()),
});
export type PayoutNotes = Static<typeof PayoutNotes>;

/** A driver's profile as the site reads it (spec section 3, "Login user"). */
export const Profile = Type.Object({
  name: Type.String(),
  phone: Type.String(),
  /** Address of the profile image, or null. */
  image: Type.Union([Type.String(), Type.Null()]),
  form_completed: Type.Boolean(),
  onboarding_completed: Type.Boolean(),
  /** Why the payout account is disabled; null or blank when it is not. */
  onboarding_error: Type.Union([Type.String(), Type.Null()]),
  stripe_error_token: Type.Union([Type.String(), Type.Null()]),
  // Not in the specification. Optional, since a page may be newer than the API.
  /** Opaque; the same in all responses about one driver. */
  id: Type.Optional(Type.String()),
  /** The address that the driver signs in with, as `a•••@kargo.example`. */
  masked_email: Type.Optional(Type.String()),
  /** The address that our mails come from. */
  mails_from: Type.Optional(Type.String()),
  payout_notes: Type.Optional(PayoutNotes),
  /** The last setup link that was mailed, with times in ISO 8601; null if there is none. */
  last_link: Type.Optional(
    Type.Union([Type.Object({ sent_at: Type.String(), expires_at: Type.String() }), Type.Null()]),
  ),
});
export type Profile = Static<typeof Profile>;

/** Response of calls 2 and 3: the profile, with a new access token if it replaces the old one. */
export const ProfileResponse = Type.Object({
  ...Profile.properties,
  access_token: Type.Optional(Type.String()),
});
export type ProfileResponse = Static<typeof ProfileResponse>;

/** Text fields of call 6, `POST /driver/profile/update`; both are sent trimmed. */
export const ProfileFields = Closed({ name: Type.String(), phone: Type.String() });
export type ProfileFields = Static<typeof ProfileFields>;

/** Call 6 as a multipart form, for its documentation. The response is the saved `Profile`. */
export const ProfileForm = Closed({
  ...ProfileFields.properties,
  /** JPEG or PNG file of at most `maxUpload`. Left out to keep the current image. */
  image: Type.Optional(Type.String({ format: 'binary' })),
});
