import { type Static, Type } from 'typebox';

/** What the API refuses with. The sentence a person reads is chosen beside the screen. */
export const errorCodes = [
  'validation_failed',
  'malformed_body',
  'unsupported_media_type',
  'payload_too_large',
  'unauthorized',
  'identity_token_invalid',
  'magic_token_invalid',
  'driver_unknown',
  'driver_not_approved',
  'driver_disabled',
  'csrf_token_invalid',
  'image_type_not_allowed',
  'image_too_large',
  'image_unreadable',
  'document_type_not_allowed',
  'document_too_large',
  'document_unreadable',
  'payout_details_refused',
  'payouts_not_ready',
  'rate_limited',
  'not_found',
  'internal',
  'unavailable',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Body of every answer that is not a success. */
export const ErrorBody = Type.Object({
  code: Type.Enum([...errorCodes]),
  message: Type.String(),
});
export type ErrorBody = Static<typeof ErrorBody>;
