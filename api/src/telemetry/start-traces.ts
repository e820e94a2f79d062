import { subscribe } from 'node:diagnostics_channel';
import { setTimeout as wait } from 'node:timers/promises';
import { httpSpans, withhold } from '@kargo/shared-types/traces';
import { trace } from '@opentelemetry/api';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { PinoInstrumentation } from '@opentelemetry/instrumentation-pino';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { NodeSDK } from '@opentelemetry/sdk-node';
import type { FastifyInstance } from 'fastify';

process.env.OTEL_SERVICE_NAME ||= 'kargo-api';

const sdk = new NodeSDK({
  instrumentations: [
    new HttpInstrumentation(httpSpans),
    new UndiciInstrumentation({ startSpanHook: withhold, requireParentforSpans: true }),
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
