import { Stripe } from 'stripe';
import { ApiError } from '../api-error.ts';

/**
 * Translates an error of Stripe. A message about the driver's input goes to the driver, but never
 * to the log, because it quotes that input.
 *
 * @param advice for the log: what an operator can do about a 400 without a code
 */
export function toApiError(error: unknown, advice?: string): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const cause = loggable(error, advice);
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

const seeDashboard = "Stripe's dashboard has the reason, under Developers, Logs.";

/** By code of https://docs.stripe.com/error-codes. */
const adviceByCode: Record<string, string> = {
  api_key_expired: 'Make a new STRIPE_SECRET_KEY.',
  country_unsupported: 'Allow accounts in the US in the settings of Connect.',
  platform_account_required: "Turn on Connect in Stripe's dashboard.",
  platform_api_key_expired: 'Make a new STRIPE_SECRET_KEY.',
  url_invalid: 'SITE_URL has to begin with https://.',
};

/**
 * Returns a Stripe error for the log: its kind and request id, no values, and advice.
 *
 * @param advice for a 400 without a code
 */
export function loggable(error: unknown, advice = seeDashboard): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { type, code, param = 'no parameter', requestId = 'none', statusCode } = error;
  const ofRefusal = statusCode === 400 ? (code ? seeDashboard : advice) : undefined;
  const found = `${type}, ${code ?? 'no code'}, ${param}, request ${requestId}`;
  const known = adviceByCode[code ?? ''] ?? ofRefusal;
  return new Error(known ? `${found}. ${known}` : found);
}

/** Whether Stripe refused the request without any effect, so it may be changed and retried. */
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
