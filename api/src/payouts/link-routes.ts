import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { apiPaths } from '@kargo/shared-types/api/api-paths';
import { paths } from '@kargo/shared-types/page/paths';
import { Type } from 'typebox';
import { ApiError } from '../api-error.ts';
import { recordEvent } from '../audit/audit.ts';
import { clientAddress, limitsOf, tokenInPath } from '../plugins/rate-limit.ts';
import type { Services } from '../services.ts';
import { loggable } from '../stripe/stripe-refusal.ts';
import { type SyncedStatus, syncAccount } from '../stripe/sync-account.ts';
import { notConfigured, openStripePage, roundIn } from './open-stripe-page.ts';
import { findLink, type PayoutLink } from './repository.ts';

const tokenOf = Type.Object({ token: Type.String() });

/** Maximum clicks per link and window, for each route. */
const clicksPerLink = 20;
const clicksPerAddress = 120;

/**
 * Links in payout mails redirect to a Stripe page created on each click, because Stripe's links
 * expire within minutes and work once. Ours work until they expire: mail scanners do no harm.
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
      const { driverId } = link ?? {};
      // Recorded before the redirect, so that no link is followed without a record.
      const record = (outcome: 'done' | 'refused', reason: string) =>
        recordEvent(db, request, { event: 'link_followed', outcome, reason, driverId });
      if (!link || link.isExpired) {
        await record('refused', link ? 'expired' : 'unknown');
        return reply.redirect(siteUrl + pathOfProblem(link), 303);
      }
      // Stripe does not make a page for a rejected account; the profile says why.
      if (link.onboardingError?.startsWith('rejected.')) {
        await record('refused', 'rejected');
        return reply.redirect(siteUrl + paths.profile(), 303);
      }
      const page = await openStripePage(services, {
        link,
        token,
        round: roundIn(request.query),
      }).catch(async (error) => {
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
      if (!link) return reply.redirect(siteUrl + pathOfProblem(link), 303);
      if (!stripe) throw notConfigured();
      // Stripe redirects everybody here, even those who did not finish.
      const status = await syncAccount({ db, stripe }, link.stripeAccountId ?? '').catch((err) => {
        request.log.warn({ err: loggable(err) }, 'could not fetch the account on return');
        return undefined;
      });
      if (status && hasDoneAll(status)) return reply.redirect(siteUrl + paths.stripeSuccess(), 303);
      // Only now, since it may have expired while the driver was at Stripe.
      if (link.isExpired) return reply.redirect(siteUrl + pathOfProblem(link), 303);
      return reply.redirect(siteUrl + paths.profile(), 303);
    },
  );
};

/** Returns the page that offers a new link. */
function pathOfProblem(link: PayoutLink | undefined): string {
  if (!link) throw new ApiError('not_found', 'This link is incomplete.');
  const { stripeErrorToken: token } = link;
  return paths.stripeError() + (token ? `?token=${encodeURIComponent(token)}` : '');
}

/** Whether the driver has finished: payouts are enabled, or Stripe is checking the details. */
function hasDoneAll({ detailsSubmitted, onboardingError, notes }: SyncedStatus): boolean {
  const isInOrder =
    onboardingError === null || onboardingError === 'requirements.pending_verification';
  return detailsSubmitted && isInOrder && notes?.waits_for !== 'transfers_inactive';
}
