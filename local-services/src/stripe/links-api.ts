import { findAccount } from './accounts-api.ts';
import { type FormValue, textAt } from './form-body.ts';
import { secretText } from './new-id.ts';
import { invalid, StripeError } from './stripe-error.ts';
import type { HostedLink, StripeState } from './stripe-state.ts';

type Form = { [name: string]: FormValue };

/** How long a link can be opened, in seconds, as at Stripe. */
export const linkSeconds = 300;

/** `POST /v1/account_links`, for onboarding. The address is relative to the hosted pages. */
export function createAccountLink(state: StripeState, form: Form, now: number) {
  const account = findAccount(state, textAt(form, 'account') ?? '');
  if (textAt(form, 'type') !== 'account_onboarding') {
    throw invalid('type', 'Express accounts have links of the type account_onboarding only.');
  }
  const returnUrl = requireUrl(form, 'return_url');
  const refreshUrl = requireUrl(form, 'refresh_url');
  account.isHandedOver = true;
  return makeLink(state, '/setup/', {
    accountId: account.id,
    expiresAt: now + linkSeconds,
    isUsed: false,
    returnUrl,
    refreshUrl,
  });
}

/** `POST /v1/accounts/:id/login_links` */
export function createLoginLink(state: StripeState, accountId: string, now: number) {
  const account = findAccount(state, accountId);
  if (!account.detailsSubmitted) {
    throw new StripeError(
      400,
      'Cannot create a login link for an account that has not completed onboarding.',
      {},
    );
  }
  return makeLink(state, '/express/', { accountId, expiresAt: now + linkSeconds, isUsed: false });
}

function makeLink(state: StripeState, folder: string, link: HostedLink) {
  const token = secretText();
  state.content.links[token] = link;
  return { path: folder + token, expiresAt: link.expiresAt };
}

function requireUrl(form: Form, name: string): string {
  const text = textAt(form, name) ?? '';
  const isWebAddress = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (!isWebAddress) throw invalid(name, 'Not a valid URL', 'url_invalid');
  return text;
}
