import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as wait } from 'node:timers/promises';
import { trace } from '@opentelemetry/api';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { PinoInstrumentation } from '@opentelemetry/instrumentation-pino';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { NodeSDK } from '@opentelemetry/sdk-node';
import type { FastifyInstance } from 'fastify';

const ofUrl = ['url.full', 'url.path', 'url.query'];
const ofCaller = ['client.address', 'network.peer.address', 'user_agent.original'];
/** Attributes of spans that may hold tokens, or say who asks. The gateway withholds the same. */
const withheld = Object.fromEntries([...ofUrl, ...ofCaller].map((name) => [name, undefined]));

process.env.OTEL_SERVICE_NAME ||= 'kargo-api';

const sdk = new NodeSDK({
  instrumentations: [
    new HttpInstrumentation({
      ignoreIncomingRequestHook: ({ url }) => /^\/(healthz|readyz|metrics)$/.test(url ?? ''),
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

// The site's server is made first; that of the operators' port stays as it is.
subscribe('fastify.initialization', function prepare(message) {
  unsubscribe('fastify.initialization', prepare);
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRequest', async ({ method, routeOptions: { url } }) => {
    if (url) trace.getActiveSpan()?.setAttribute('http.route', url).updateName(`${method} ${url}`);
  });
  fastify.addHook('onClose', () =>
    Promise.race([sdk.shutdown().catch(() => undefined), wait(900)]),
  );
});
