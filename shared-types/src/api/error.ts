import { type Static, Type } from 'typebox';

/** Codes, not sentences: screens choose those. 401 is for a bad or revoked access token only. */
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
  // Only for links in payout mails: Stripe is silent, leads straight back or is not configured.
  stripe_unavailable: 503,
  stripe_leads_back: 503,
  payouts_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOfError;

/** Body of every error response. */
export const ErrorBody = Type.Object({
  code: Type.Enum(Object.keys(statusOfError) as ErrorCode[]),
  message: Type.String(),
});
export type ErrorBody = Static<typeof ErrorBody>;
