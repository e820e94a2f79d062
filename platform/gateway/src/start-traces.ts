import { subscribe } from 'node:diagnostics_channel';
import { setTimeout as wait } from 'node:timers/promises';
import { httpSpans } from '@kargo/shared-types/traces';
import { context, propagation, trace } from '@opentelemetry/api';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PinoInstrumentation } from '@opentelemetry/instrumentation-pino';
import { NodeSDK } from '@opentelemetry/sdk-node';
import type { FastifyInstance } from 'fastify';

process.env.OTEL_SERVICE_NAME ||= 'kargo-gateway';

const sdk = new NodeSDK({
  instrumentations: [
    new HttpInstrumentation(httpSpans),
    new PinoInstrumentation({ disableLogSending: true }),
  ],
  metricReaders: [],
  logRecordProcessors: [],
});
sdk.start();

subscribe('fastify.initialization', (message) => {
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
