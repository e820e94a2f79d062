import { type Static, Type } from 'typebox';

/**
 * What the API refuses with, and the one HTTP status of each. 401 means a bad or revoked access token
 * and nothing else. The sentence a person reads is chosen beside the screen.
 */
export const statusOfError = {
  validation_failed: 400,
  malformed_body: 400,
  unauthorized: 401,
  identity_token_invalid: 403,
  magic_token_invalid: 403,
  driver_unknown: 403,
  driver_not_approved: 403,
  driver_disabled: 403,
  csrf_token_invalid: 403,
  not_found: 404,
  payouts_not_ready: 409,
  payload_too_large: 413,
  image_too_large: 413,
  document_too_large: 413,
  unsupported_media_type: 415,
  image_type_not_allowed: 422,
  image_unreadable: 422,
  document_type_not_allowed: 422,
  document_unreadable: 422,
  payout_details_refused: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOfError;

/** Body of every answer that is not a success. */
export const ErrorBody = Type.Object({
  code: Type.Enum(Object.keys(statusOfError) as ErrorCode[]),
  message: Type.String(),
});
export type ErrorBody = Static<typeof ErrorBody>;
