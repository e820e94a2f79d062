import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { paths } from '@kargo/shared-types/page/paths';
import type { Stripe } from 'stripe';
import { Type } from 'typebox';
import { ApiError } from '../api-error.ts';
import { recordEvent } from '../audit/audit.ts';
import { addressOf, limitsOf, tokenInPath } from '../plugins/rate-limit.ts';
import type { Services } from '../services.ts';
import { findLink, type PayoutLink } from './repository.ts';
import { loggable } from './stripe-refusal.ts';
import { type PayoutStatus, syncAccount } from './sync-account.ts';

const tokenOf = Type.Object({ token: Type.String() });

/** Maximum clicks per link and window, for both routes. */
const clicksPerLink = 20;
const clicksPerAddress = 120;

/**
 * Links in payout mails redirect to a Stripe page that is created on each click, because Stripe's own
 * links expire after minutes and work only once. A link works any number of times until it expires, so
 * mail scanners do no harm.
 */
export const payoutLinkRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { env, db, stripe } = services;
  const siteUrl = env.SITE_URL;

  // Limited because each click calls Stripe and opens the driver's account.
  const limit = limitsOf(app, env.PAYOUT_LIMIT_WINDOW_SECONDS);
  const limits = {
    onRequest: limit('payout link from', clicksPerAddress, addressOf),
    preHandler: limit('payout link', clicksPerLink, tokenInPath),
  };

  const expired = (link: PayoutLink | undefined) => {
    const token = link?.stripeErrorToken;
    const query = token ? `?token=${encodeURIComponent(token)}` : '';
    return siteUrl + paths.stripeError() + query;
  };

  app.get(
    apiPaths.payoutLink(':token'),
    {
      schema: {
        tags: ['payout'],
        summary: 'The link in a payout mail, for browsers',
        params: tokenOf,
      },
      exposeHeadRoute: false,
      ...limits,
    },
    async (request, reply) => {
      if (!stripe) throw new ApiError('unavailable', 'Payouts are not available at the moment.');
      const { token } = request.params;
      const link = await findLink(db, token);
      const account = link && !link.isExpired ? link.stripeAccountId : null;
      const page =
        link &&
        account &&
        (await pageOf(stripe, link.purpose, account, token).catch((error) => {
          request.log.error({ err: loggable(error) }, 'no page of Stripe for a payout link');
        }));
      const reason = link?.isExpired ? 'expired' : (link?.purpose ?? 'unknown');
      // Recorded before the redirect, so that no link is followed without a record.
      await recordEvent(db, request, {
        event: 'link_followed',
        outcome: page ? 'done' : 'refused',
        reason: account && !page ? 'unavailable' : reason,
        driverId: link?.driverId,
      });
      return reply.redirect(page || expired(link), 303);
    },
  );

  /** For scanners and previews. */
  app.head(apiPaths.payoutLink(':token'), { schema: { hide: true } }, async (_request, reply) =>
    reply.code(200).send(),
  );

  app.get(
    apiPaths.payoutReturn(':token'),
    {
      schema: { tags: ['payout'], summary: 'Where Stripe sends browsers back to', params: tokenOf },
      exposeHeadRoute: false,
      ...limits,
    },
    async (request, reply) => {
      const link = await findLink(db, request.params.token);
      if (!link?.stripeAccountId || link.isExpired || !stripe)
        return reply.redirect(expired(link), 303);
      // Stripe redirects everybody here, also those who did not finish.
      const status = await syncAccount({ db, stripe }, link.stripeAccountId).catch((error) => {
        request.log.warn({ err: loggable(error) }, 'account not fetched on return');
        return undefined;
      });
      const path = status && hasDoneAll(status) ? paths.stripeSuccess() : paths.profile();
      return reply.redirect(siteUrl + path, 303);
    },
  );

  async function pageOf(
    client: Stripe,
    purpose: PayoutLink['purpose'],
    account: string,
    token: string,
  ): Promise<string> {
    if (purpose === 'bank_details') return (await client.accounts.createLoginLink(account)).url;
    const here = siteUrl + apiBasePath;
    const { url } = await client.accountLinks.create({
      account,
      type: 'account_onboarding',
      refresh_url: here + apiPaths.payoutLink(token),
      return_url: here + apiPaths.payoutReturn(token),
    });
    return url;
  }
};

/** Whether the driver has finished: payouts are enabled, or Stripe is checking the details. */
function hasDoneAll({ detailsSubmitted, onboardingError }: PayoutStatus): boolean {
  const isInOrder =
    onboardingError === null || onboardingError === 'requirements.pending_verification';
  return detailsSubmitted && isInOrder;
}
