import { Stripe } from 'stripe';
import { ApiError } from '../api-error.ts';

/**
 * What Stripe threw, in the words of the contract. Stripe's own sentence goes to the driver when it
 * is about what the driver sent, and never into the log, for it quotes that.
 */
export function toApiError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const cause = loggable(error);
  const { param, message } = error;
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    if (param?.startsWith('individual')) {
      const sentence = `Stripe did not accept these details: ${message}`;
      return new ApiError('payout_details_refused', sentence, { cause });
    }
    if (param === 'file') {
      const sentence = `Stripe did not accept this document: ${message}`;
      return new ApiError('document_unreadable', sentence, { cause });
    }
  }
  return new ApiError('unavailable', 'Payouts are not available right now.', { cause });
}

/** What may be logged of an error of Stripe: its kind and where to look it up, no values. */
export function loggable(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { type, code = 'no code', param = 'no parameter', requestId = 'none' } = error;
  return new Error(`${type}, ${code}, ${param}, request ${requestId}`);
}

/** Whether Stripe has understood the request and done nothing, so that it may be changed and sent anew. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripePermissionError
  );
}

/** Whether Stripe says that it has no such account, or none that is ours. */
export function isAccountUnknown(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  return error.code === 'resource_missing' || error.code === 'account_invalid';
}
