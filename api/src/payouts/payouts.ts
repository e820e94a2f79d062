import type { FastifyInstance } from 'fastify';
import type { Stripe } from 'stripe';
import type { Database } from '../database/tables.ts';
import type { Env } from '../env.ts';
import type { IdentityProvider } from '../identity/identity.ts';
import type { Mailer } from '../mail/mailer.ts';
import { payoutLinkRoutes } from './link-routes.ts';
import { PayoutMails } from './payout-mails.ts';
import { payoutRoutes } from './routes.ts';

type Options = {
  env: Env;
  db: Database;
  identity: IdentityProvider;
  mailer: Mailer;
  stripe: Stripe | undefined;
};

export async function payouts(app: FastifyInstance, options: Options) {
  const { env, db, mailer, stripe } = options;
  const siteUrl = env.SITE_URL;
  const mails = new PayoutMails({ db, mailer, siteUrl, log: app.log });
  app.addHook('onListen', () => mails.start());
  app.addHook('onClose', () => mails.stop());

  await app.register(payoutRoutes, { ...options, mails });
  await app.register(payoutLinkRoutes, { env, db, stripe });
}
