import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { paths } from '@kargo/shared-types/page/paths';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { ApiError } from '../api-error.ts';
import { recordEvent } from '../audit/audit.ts';
import { clientAddress, limitsOf, tokenInPath } from '../plugins/rate-limit.ts';
import type { Services } from '../services.ts';
import { isRefusal, loggable } from '../stripe/stripe-refusal.ts';
import { type SyncedStatus, syncAccount } from '../stripe/sync-account.ts';
import { findLink, type PayoutLink } from './repository.ts';

const tokenOf = Type.Object({ token: Type.String() });

/** Maximum clicks per link and window, for each of both routes. */
const clicksPerLink = 20;
const clicksPerAddress = 120;

/** How often Stripe's page may lead back within this time of being opened, before it is not opened again. */
const maxRounds = 3;
const roundSeconds = 60;

/**
 * Links in payout mails redirect to a Stripe page that is created on each click, because Stripe's own links expire
 * after minutes and work only once. A link works any number of times until it expires, so mail scanners do no harm.
 */
export const payoutLinkRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { env, db, stripe } = services;
  const siteUrl = env.SITE_URL;

  // Limited because each click calls Stripe and opens the driver's account.
  const limit = limitsOf(db, env.PAYOUT_LIMIT_WINDOW_SECONDS);
  const limitsOn = (what: string) => ({
    onRequest: limit(`${what} from`, clicksPerAddress, clientAddress),
    preHandler: limit(what, clicksPerLink, tokenInPath),
  });

  const leadOn = (reply: FastifyReply, link: PayoutLink | undefined) => {
    if (!link) throw new ApiError('not_found', 'This link is incomplete.');
    const token = link.stripeErrorToken;
    const query = token ? `?token=${encodeURIComponent(token)}` : '';
    return reply.redirect(siteUrl + paths.stripeError() + query, 303);
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
      ...limitsOn('payout link'),
    },
    async (request, reply) => {
      const { token } = request.params;
      const link = await findLink(db, token);
      // Recorded before the redirect, so that no link is followed without a record.
      const record = (outcome: 'done' | 'refused', reason: string) =>
        recordEvent(db, request, {
          event: 'link_followed',
          outcome,
          reason,
          driverId: link?.driverId,
        });
      if (!link || link.isExpired) {
        await record('refused', link ? 'expired' : 'unknown');
        return leadOn(reply, link);
      }
      // Stripe makes no page for a rejected account; the profile says why.
      if (link.onboardingError?.startsWith('rejected.')) {
        await record('refused', 'rejected');
        return reply.redirect(siteUrl + paths.profile(), 303);
      }
      const page = await pageOf(link, token, roundIn(request.query)).catch(async (error) => {
        await record('refused', 'unavailable');
        throw error;
      });
      await record('done', link.purpose);
      return reply.redirect(page, 303);
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
      ...limitsOn('payout return'),
    },
    async (request, reply) => {
      const link = await findLink(db, request.params.token);
      if (!link) return leadOn(reply, link);
      if (!stripe) throw notConfigured();
      // Stripe redirects everybody here, even those who did not finish.
      const status = await syncAccount({ db, stripe }, link.stripeAccountId ?? '').catch((err) => {
        request.log.warn({ err: loggable(err) }, 'account not fetched on return');
        return undefined;
      });
      if (status && hasDoneAll(status)) return reply.redirect(siteUrl + paths.stripeSuccess(), 303);
      // Only now, since it may have expired while the driver was at Stripe.
      if (link.isExpired) return leadOn(reply, link);
      return reply.redirect(siteUrl + paths.profile(), 303);
    },
  );

  /** @throws {ApiError} when Stripe creates no page, which says nothing about the link */
  async function pageOf(link: PayoutLink, token: string, round: number): Promise<string> {
    const { purpose, stripeAccountId: account } = link;
    if (!stripe) throw notConfigured();
    if (!account) throw refused();
    if (round >= maxRounds) throw new ApiError('stripe_leads_back', 'Stripe led straight back.');
    const here = siteUrl + apiBasePath;
    const rounds = new URLSearchParams({ round: `${round + 1}`, since: `${secondsNow()}` });
    const making =
      purpose === 'bank_details'
        ? stripe.accounts.createLoginLink(account)
        : stripe.accountLinks.create({
            account,
            type: 'account_onboarding',
            refresh_url: `${here}${apiPaths.payoutLink(token)}?${rounds}`,
            return_url: here + apiPaths.payoutReturn(token),
          });
    const { url } = await making.catch((error) => {
      const cause = loggable(error);
      throw isRefusal(error)
        ? refused(cause)
        : new ApiError('stripe_unavailable', 'Stripe is not reachable.', { cause });
    });
    return url;
  }
};

const notConfigured = () =>
  new ApiError('payouts_unavailable', 'Payouts are not available at the moment.');
const refused = (cause?: unknown) =>
  new ApiError('payouts_not_ready', 'Stripe makes no page for this account.', { cause });

const secondsNow = () => Math.floor(Date.now() / 1000);

/** Returns how often in a row the Stripe page opened by this link has led straight back to it. */
function roundIn(query: unknown): number {
  const { round, since } = query as Record<string, unknown>;
  return secondsNow() - Number(since) < roundSeconds ? Number(round) || 0 : 0;
}

/** Whether the driver has finished: payouts are enabled, or Stripe is checking the details. */
function hasDoneAll({ detailsSubmitted, onboardingError, notes }: SyncedStatus): boolean {
  const isInOrder =
    onboardingError === null || onboardingError === 'requirements.pending_verification';
  return detailsSubmitted && isInOrder && notes?.waits_for !== 'transfers_inactive';
}
