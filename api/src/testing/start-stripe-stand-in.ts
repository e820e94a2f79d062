import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from 'local-services/free-port';
import { startStripe } from 'local-services/stripe/start-stripe';
import * as standIn from 'local-services/stripe-keys';

/** Environment variables of an API that uses the stand-in. */
export const stripeKeys = {
  STRIPE_SECRET_KEY: standIn.stripeKeys.secretKey,
  STRIPE_WEBHOOK_SECRET: standIn.stripeKeys.webhookSecret,
};

/** @param webhookUrl for events about changed accounts; if omitted, none are sent */
export async function startStripeStandIn(webhookUrl?: string) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'kargo-stripe-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const webhook = webhookUrl
    ? { url: webhookUrl, secret: stripeKeys.STRIPE_WEBHOOK_SECRET }
    : undefined;
  const start = () =>
    startStripe({ dataFolder, host: '127.0.0.1', port, pagesUrl: origin, webhook });
  let app = await start();
  return {
    origin,
    /** Restarts it with its saved state. */
    async restart(): Promise<void> {
      await app.close();
      app = await start();
    },
    async stop(): Promise<void> {
      await app.close();
      await rm(dataFolder, { recursive: true });
    },
  };
}
