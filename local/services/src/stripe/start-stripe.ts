import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import qs from 'qs';
import { controlRoutes } from './control-routes.ts';
import { hostedRoutes } from './hosted-routes.ts';
import { stripeApi } from './stripe-api.ts';
import { openState } from './stripe-state.ts';
import { startWebhook } from './webhook.ts';

/** Enough for the largest document that Stripe accepts and the form around it. */
const bodyLimit = 11 * 1024 * 1024;

/**
 * Starts a stand-in for Stripe Connect: the API for the official clients under `/v1`, and the pages
 * for people. It keeps its state in `<dataFolder>/stripe`.
 *
 * @param pagesUrl origin at which browsers open the pages
 * @param webhook receiver of the events, and the secret that signs them
 * @param now seconds since 1970; only tests replace the clock
 */
export async function startStripe({
  dataFolder,
  host,
  port,
  pagesUrl,
  webhook: receiver,
  now = () => Math.floor(Date.now() / 1000),
}: {
  dataFolder: string;
  host: string;
  port: number;
  pagesUrl: string;
  webhook?: { url: string; secret: string } | undefined;
  now?: () => number;
}): Promise<FastifyInstance> {
  const state = openState(join(dataFolder, 'stripe', 'state.json'), now());
  const webhook = startWebhook(state, receiver);
  const parts = { state, webhook, pagesUrl, now };

  const app = fastify({
    bodyLimit,
    exposeHeadRoutes: false,
    // Stripe's clients send `{ a: { b: '1' } }` as `a[b]=1`, in forms and in queries.
    routerOptions: { querystringParser: (text) => qs.parse(text) },
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => qs.parse(body),
  );
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => body,
  );
  app.addHook('onClose', () => webhook.stop());
  await app.register((api) => stripeApi(api, parts), { prefix: '/v1' });
  await app.register((pages) => hostedRoutes(pages, parts));
  await app.register((pages) => controlRoutes(pages, parts));
  await app.listen({ host, port });
  return app;
}
