import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as wait } from 'node:timers/promises';
import { context, propagation, trace } from '@opentelemetry/api';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PinoInstrumentation } from '@opentelemetry/instrumentation-pino';
import { NodeSDK } from '@opentelemetry/sdk-node';
import type { FastifyInstance } from 'fastify';

const ofUrl = ['url.full', 'url.path', 'url.query'];
const ofCaller = ['client.address', 'network.peer.address', 'user_agent.original'];
/** Attributes of spans that may hold tokens, or say who asks. */
const withheld = Object.fromEntries([...ofUrl, ...ofCaller].map((name) => [name, undefined]));

process.env.OTEL_SERVICE_NAME ||= 'kargo-gateway';

const sdk = new NodeSDK({
  instrumentations: [
    new HttpInstrumentation({
      ignoreIncomingRequestHook: ({ url }) => /^\/(healthz|readyz|metrics)$/.test(url ?? ''),
      startIncomingSpanHook: () => withheld,
      startOutgoingSpanHook: () => withheld,
      requireParentforOutgoingSpans: true,
    }),
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
  fastify.addHook('onRequest', async ({ method, headers, routeOptions: { url } }) => {
    if (url) trace.getActiveSpan()?.setAttribute('http.route', url).updateName(`${method} ${url}`);
    for (const name of propagation.fields()) delete headers[name];
    propagation.inject(context.active(), headers);
  });
  fastify.addHook('onClose', () =>
    Promise.race([sdk.shutdown().catch(() => undefined), wait(900)]),
  );
});
