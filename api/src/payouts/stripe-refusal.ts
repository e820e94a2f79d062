import { Stripe } from 'stripe';
import { ApiError } from '../api-error.ts';

/**
 * Translates an error of Stripe. If the message is about the driver's input, it is shown to the driver. It
 * is never logged, because it quotes that input.
 *
 * @param advice what an operator can do about a 400, for the log
 */
export function toApiError(error: unknown, advice?: string): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const cause = loggable(error, error.statusCode === 400 ? advice : '');
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

/** Returns the kind and request id of a Stripe error, without values, for the log. */
export function loggable(error: unknown, advice = ''): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { type, code = 'no code', param = 'no parameter', requestId = 'none' } = error;
  return new Error(`${type}, ${code}, ${param}, request ${requestId}${advice}`);
}

/** Whether Stripe refused the request without any effect, so that it may be changed and retried. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripePermissionError
  );
}

/** Whether the account does not exist or belongs to another platform. */
export function isAccountUnknown(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  return error.code === 'resource_missing' || error.code === 'account_invalid';
}
