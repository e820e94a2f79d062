import { subscribe } from 'node:diagnostics_channel';
import { setTimeout as wait } from 'node:timers/promises';
import { trace } from '@opentelemetry/api';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { PinoInstrumentation } from '@opentelemetry/instrumentation-pino';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { NodeSDK } from '@opentelemetry/sdk-node';
import type { FastifyInstance } from 'fastify';

/** Attributes of spans that may hold tokens, or say who asks. The gateway withholds the same. */
const withheld = {
  'url.full': undefined,
  'url.path': undefined,
  'url.query': undefined,
  'client.address': undefined,
  'network.peer.address': undefined,
  'user_agent.original': undefined,
};

process.env.OTEL_SERVICE_NAME ||= 'kargo-api';

const sdk = new NodeSDK({
  instrumentations: [
    new HttpInstrumentation({
      ignoreIncomingRequestHook: ({ url }) => url === '/healthz' || url === '/readyz',
      startIncomingSpanHook: () => withheld,
      startOutgoingSpanHook: () => withheld,
      requireParentforOutgoingSpans: true,
    }),
    new UndiciInstrumentation({ startSpanHook: () => withheld, requireParentforSpans: true }),
    new PgInstrumentation({ requireParentSpan: true }),
    new PinoInstrumentation({ disableLogSending: true }),
  ],
  metricReaders: [],
  logRecordProcessors: [],
});
sdk.start();

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRequest', async ({ method, routeOptions: { url } }) => {
    if (url) trace.getActiveSpan()?.setAttribute('http.route', url).updateName(`${method} ${url}`);
  });
  fastify.addHook('onClose', () =>
    Promise.race([sdk.shutdown().catch(() => undefined), wait(900)]),
  );
});
