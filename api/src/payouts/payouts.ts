import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Stripe } from 'stripe';
import type { Tables } from '../database/tables.ts';
import type { Env } from '../env.ts';
import type { Mailer } from '../mail/mailer.ts';
import { payoutLinkRoutes } from './link-routes.ts';
import { PayoutMails } from './payout-mails.ts';
import { payoutRoutes } from './routes.ts';

type Options = { env: Env; db: Kysely<Tables>; mailer: Mailer; stripe: Stripe | undefined };

/** Payouts: the calls of the site, the links in mails, and the mails. */
export async function payouts(app: FastifyInstance, { env, db, mailer, stripe }: Options) {
  const siteUrl = env.SITE_URL;
  const mails = new PayoutMails({ db, mailer, siteUrl, log: app.log });
  app.addHook('onListen', () => mails.start());
  app.addHook('onClose', () => mails.stop());

  await app.register(payoutRoutes, { env, db, stripe, mails });
  await app.register(payoutLinkRoutes, { siteUrl, db, stripe });
}
