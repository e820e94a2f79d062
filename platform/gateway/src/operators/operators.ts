import { isIP } from 'node:net';
import { figuresPath } from '@kargo/shared-types/releases/release-addresses';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { collectDefaultMetrics } from 'prom-client';
import { nameReleases } from '../gateway-metrics.ts';
import { call, connections } from '../limits.ts';
import type { GatewayParts } from '../reports/reports.ts';
import { boundConnections } from '../transport/connections.ts';
import { boardPage, boardPolicy } from './board-page.ts';
import { changesReader, readFigures, readObjectives } from './release-board.ts';

const headers = {
  'cache-control': 'no-store',
  'content-security-policy': boardPolicy,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** No limit by address: operators have few. */
const boundless = { perAddress: 0, isProxy: () => true, onRefused: () => {} };

/**
 * Builds the operators' server, which does not listen yet; undefined if it has no port. It has no
 * login, so the public server never leads to it, and no page of another site can read it, not even
 * under a name that points to this machine.
 */
export function operatorsServer(
  gateway: FastifyInstance,
  parts: GatewayParts,
): FastifyInstance | undefined {
  const { env, currentReleases, metrics } = parts;
  const { registry } = metrics;
  if (env.OPERATORS_PORT === undefined) return undefined;
  collectDefaultMetrics({ register: registry });
  // Their names are those of counters, but they are gauges.
  for (const kind of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  gateway.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    const labels = { method, route: routeOptions.url ?? 'none', status: statusCode };
    metrics.requests.observe(labels, elapsedTime / 1000);
  });
  const lastChanges = changesReader(parts);
  const app = fastify({
    loggerInstance: gateway.log,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: call.milliseconds,
    forceCloseConnections: true,
  });
  gateway.addHook('onClose', () => app.close());
  // Many idle connections block nobody: the longest unused one is closed.
  boundConnections(app.server, { ...boundless, most: connections.operators });
  app.addHook('onRequest', async ({ hostname }, reply) => {
    reply.headers(headers);
    if (isIP(hostname.replace(/^\[|\]$/g, '')) || !hostname.includes('.')) return;
    return reply.code(421).send('Use the IP address of this port, or localhost.\n');
  });
  app.get('/metrics', async (_request, reply) => {
    nameReleases(metrics, await currentReleases.current());
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  app.get(figuresPath, async () => {
    const figures = [...(await readFigures(await currentReleases.current(), parts))];
    const lines = figures.map(([release, words]) => {
      const all = Object.entries(words).map(([name, value]) => `${name} ${value}`);
      return `${release} within an hour: ${all.join(', ')}\n`;
    });
    return lines.join('');
  });
  app.get<{ Querystring: { paused?: string } }>('/', async ({ query }, reply) => {
    if (query.paused === undefined) reply.header('refresh', '5');
    reply.type('text/html; charset=utf-8');
    const published = await currentReleases.current();
    const figures = await readFigures(published, parts);
    const changes = await lastChanges(published.state);
    const objectives = await readObjectives(metrics);
    return boardPage({ ...parts, published, figures, objectives, changes });
  });
  return app;
}
