import { isIP } from 'node:net';
import Fastify from 'fastify';
import { collectDefaultMetrics } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** `/metrics` for Prometheus: without a login, but safe from other sites' DNS rebinding. */
export function operatorsServer({ registry }: Pick<Metrics, 'registry'>) {
  collectDefaultMetrics({ register: registry });
  // These are gauges, although their names end like those of counters.
  for (const kind of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  const server = Fastify({ forceCloseConnections: true, http: { headersTimeout: 10_000 } });
  server.server.maxConnections = 100;
  server.addHook('onRequest', async ({ hostname }, reply) => {
    if (isIP(hostname.replace(/^\[|\]$/g, '')) || !hostname.includes('.')) return;
    return reply.code(421).send('Use the IP address of this port, or localhost.\n');
  });
  server.get('/metrics', async (_request, reply) => {
    reply.type(registry.contentType);
    return registry.metrics();
  });
  return server;
}
