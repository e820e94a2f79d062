import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { ApiError } from '../api-error.ts';
import type { Services } from '../services.ts';
import { isRefusal, loggable } from '../stripe/stripe-refusal.ts';
import type { PayoutLink } from './repository.ts';

/** How often Stripe's page may lead back within `roundSeconds` before it is not opened again. */
const maxRounds = 3;
const roundSeconds = 60;

/**
 * Creates the Stripe page that a link in a payout mail leads to, and returns its URL.
 *
 * @param round how often in a row Stripe has led back to this link
 * @throws {ApiError} when Stripe creates no page, which says nothing about the link
 */
export async function openStripePage(
  { stripe, env }: Pick<Services, 'stripe' | 'env'>,
  { link, token, round }: { link: PayoutLink; token: string; round: number },
): Promise<string> {
  const { purpose, stripeAccountId: account } = link;
  if (!stripe) throw notConfigured();
  if (!account) throw refused();
  if (round >= maxRounds) throw new ApiError('stripe_leads_back', 'Stripe led straight back.');
  const here = env.SITE_URL + apiBasePath;
  const rounds = new URLSearchParams({ round: `${round + 1}`, since: `${secondsNow()}` });
  const creating =
    purpose === 'bank_details'
      ? stripe.accounts.createLoginLink(account)
      : stripe.accountLinks.create({
          account,
          type: 'account_onboarding',
          refresh_url: `${here}${apiPaths.payoutLink(token)}?${rounds}`,
          return_url: here + apiPaths.payoutReturn(token),
        });
  const { url } = await creating.catch((error) => {
    const cause = loggable(error);
    throw isRefusal(error)
      ? refused(cause)
      : new ApiError('stripe_unavailable', 'Stripe is not reachable.', { cause });
  });
  return url;
}

export const notConfigured = () =>
  new ApiError('payouts_unavailable', 'Payouts are not available at the moment.');
const refused = (cause?: unknown) =>
  new ApiError('payouts_not_ready', 'Stripe does not make a page for this account.', { cause });

const secondsNow = () => Math.floor(Date.now() / 1000);

/** Returns how often in a row Stripe's page has led straight back to this link. */
export function roundIn(query: unknown): number {
  const { round, since } = query as Record<string, unknown>;
  return secondsNow() - Number(since) < roundSeconds ? Number(round) || 0 : 0;
}
