import multipart from '@fastify/multipart';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { apiBasePath } from '@kargo/shared-types/api/api-paths';
import { type Uploader, uploaderPath } from '@kargo/shared-types/api/uploader';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import { driverRoutes } from './drivers/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { housekeeping } from './housekeeping.ts';
import { magicLinkRoutes } from './magic-links/routes.ts';
import { payoutLinkRoutes } from './payouts/link-routes.ts';
import { payoutRoutes } from './payouts/routes.ts';
import { apiSchema } from './plugins/api-schema.ts';
import { csrf } from './plugins/csrf.ts';
import {
  errorResponses,
  respondToUnreadable,
  respondToUnroutable,
} from './plugins/error-responses.ts';
import { knownGateway } from './plugins/known-gateway.ts';
import { loggerOptions, RequestLines, requestId } from './plugins/request-log.ts';
import { securityHeaders } from './plugins/security-headers.ts';
import type { Services } from './services.ts';
import { requireSession } from './sessions/require-session.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { stripeWebhook } from './stripe/stripe-webhook.ts';
import { uploadLimits } from './uploads/read-upload-form.ts';

/** Largest JSON body, in bytes. Uploads have their own limit. */
const bodyLimit = 64 * 1024;

/** Long enough for 2 MB over a slow phone connection. */
const requestTimeout = 5 * 60 * 1000;

/** A compressed body would be read as malformed. */
async function requirePlainBody({ headers }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (/^\s*(identity\s*)?$/i.test(headers['content-encoding'] ?? '')) return;
  reply.header('accept-encoding', 'identity');
  throw new ApiError('unsupported_media_type', 'Compressed bodies are not accepted.');
}

/** @param leaving aborts when the shutdown begins; then each response closes its connection. */
export async function buildApp(services: Services, leaving = new AbortController().signal) {
  const { env, metrics } = services;
  const closing = (reply: FastifyReply) =>
    leaving.aborted ? reply.header('connection', 'close') : reply;
  const app = Fastify({
    bodyLimit,
    requestTimeout,
    // By default, no route matches a token of more than 100 characters.
    routerOptions: { maxParamLength: 16_384 },
    // More than the gateway accepts, because the gateway adds headers.
    http: { maxHeaderSize: 32 * 1024 },
    keepAliveTimeout: env.KEEP_ALIVE_SECONDS * 1000,
    // Kubernetes balances connections, not requests: only new connections find a new API.
    maxRequestsPerSocket: 1000,
    // Requests that arrive during the shutdown get their response too.
    return503OnClosing: false,
    ...knownGateway(env),
    logger: loggerOptions(env.LOG_LEVEL),
    logController: new RequestLines(),
    // No hook runs for these.
    frameworkErrors: (error, _request, reply) => respondToUnroutable(error, closing(reply)),
    clientErrorHandler: respondToUnreadable,
    requestIdHeader: false,
    genReqId: requestId,
    // Fastify's defaults drop unknown fields and convert "1" to 1; the contract refuses both.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
  }).withTypeProvider<TypeBoxTypeProvider>();
  // No call accepts plain text: the response is 415.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', requirePlainBody);
  // Lets callers find their request in the log.
  app.addHook('onRequest', async ({ id }, reply) => void reply.header('x-request-id', id));
  app.addHook('onSend', async (_request, reply) => void closing(reply));
  app.addHook('onResponse', metrics.countRequest);

  await app.register(errorResponses);
  await app.register(securityHeaders);
  await app.register(multipart, uploadLimits);
  await app.register(apiSchema, { env });

  await app.register(healthRoutes, { ...services, leaving });
  // Tells the gateway who is uploading, before it reads the body.
  app.get(uploaderPath, { schema: { hide: true } }, async (request): Promise<Uploader> => {
    return { driver: (await requireSession(services, request)).driver.id };
  });
  await app.register(
    async (api) => {
      await api.register(csrf, services);
      await api.register(sessionRoutes, services);
      await api.register(magicLinkRoutes, services);
      await api.register(driverRoutes, services);
      await api.register(payoutRoutes, services);
      await api.register(payoutLinkRoutes, services);
    },
    { prefix: apiBasePath },
  );
  // Without a CSRF check, because Stripe's servers have no cookie.
  await app.register(stripeWebhook, { prefix: apiBasePath, ...services });
  await app.register(housekeeping, services);
  return app;
}
