import { isIP } from 'node:net';
import { releaseBoardPath } from '@kargo/release-log/log/release-board';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Env } from '../env.ts';
import { boardPage, boardPolicy } from './board-page.ts';
import { countReport, gatewayMetrics, measureRequests, nameReleases } from './gateway-metrics.ts';
import { boardReader, type Watched } from './release-board.ts';

const headers = {
  'cache-control': 'no-store',
  'content-security-policy': boardPolicy,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** How long a request may take to arrive. */
const requestMs = 10_000;

/**
 * Builds the operators' server of a gateway, without listening; undefined if there is no port for it. It asks nobody who
 * they are, so the public server never leads to it, and no page of another site may read it: not under a name that leads
 * to this machine either.
 */
export function operatorsServer(
  gateway: FastifyInstance,
  env: Env,
  watched: Omit<Watched, 'metrics'>,
): FastifyInstance | undefined {
  if (env.OPERATORS_PORT === undefined) return undefined;
  const { currentReleases, counts, ended } = watched;
  const metrics = gatewayMetrics();
  measureRequests(gateway, metrics);
  counts.onReport((report) => countReport(report, metrics));
  ended.onEnded(({ app }) => metrics.endings.inc({ app }));
  const board = boardReader({ ...watched, metrics });
  const app = fastify({
    loggerInstance: gateway.log,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: requestMs,
    forceCloseConnections: true,
  });
  gateway.addHook('onClose', () => app.close());
  app.addHook('onRequest', async ({ hostname }, reply) => {
    reply.headers(headers);
    if (isIP(hostname.replace(/^\[|\]$/g, '')) || !hostname.includes('.')) return;
    return reply.code(421).send('Use the IP address of this port, or localhost.\n');
  });
  app.get('/metrics', async (_request, reply) => {
    const published = await currentReleases.current();
    if (published) await nameReleases(metrics, published, ended);
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  app.get(releaseBoardPath, board);
  app.get<{ Querystring: { paused?: string } }>('/', async ({ query }, reply) => {
    const page = boardPage(await board(), env.SITE_URL, query.paused !== undefined);
    return reply.type('text/html; charset=utf-8').send(page);
  });
  return app;
}
