import { findAccount } from './accounts-api.ts';
import { secretText } from './new-id.ts';
import { invalid, StripeError } from './stripe-error.ts';
import type { HostedLink, StripeState } from './stripe-state.ts';

/** The supported parameters of https://docs.stripe.com/api/account_links/create. */
export interface LinkForm {
  account?: string;
  type?: string;
  return_url?: string;
  refresh_url?: string;
}

/** Lifetime of a link in seconds, as at Stripe. */
const linkSeconds = 300;

/** `POST /v1/account_links`, for onboarding. The path is on the hosted pages. */
export function createAccountLink(state: StripeState, form: LinkForm, now: number) {
  const account = findAccount(state, form.account);
  if (form.type !== 'account_onboarding') {
    throw invalid('type', 'Express accounts have links of the type account_onboarding only.');
  }
  const returnUrl = requireUrl('return_url', form.return_url);
  const refreshUrl = requireUrl('refresh_url', form.refresh_url);
  account.isHandedOver = true;
  return makeLink(state, 'setup', now, { accountId: account.id, returnUrl, refreshUrl });
}

/** `POST /v1/accounts/:id/login_links` */
export function createLoginLink(state: StripeState, accountId: string, now: number) {
  if (findAccount(state, accountId).detailsSubmitted) {
    return makeLink(state, 'express', now, { accountId, returnUrl: '', refreshUrl: '' });
  }
  const message = 'Cannot create a login link for an account that has not completed onboarding.';
  throw new StripeError(400, message);
}

type Target = Pick<HostedLink, 'accountId' | 'returnUrl' | 'refreshUrl'>;

function makeLink(state: StripeState, page: 'setup' | 'express', now: number, target: Target) {
  const token = secretText();
  const expiresAt = now + linkSeconds;
  state.content.links[token] = { ...target, expiresAt, isUsed: false };
  return { path: `/${page}/${token}`, expiresAt };
}

function requireUrl(name: string, text = ''): string {
  if (/^https?:/.test(text) && URL.canParse(text)) return text;
  throw invalid(name, 'Not a valid URL', 'url_invalid');
}
