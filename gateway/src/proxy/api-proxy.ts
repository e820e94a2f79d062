import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiBasePath, apiPaths } from 'shared-types/api/api-paths';
import type { Env } from '../env.ts';
import { limitConcurrency } from '../limit-concurrency.ts';
import { answerMs, apiConnections, call, connectMs, upload } from '../limits.ts';
import { isRefusal, refuse } from '../refuse.ts';
import { askWho } from './ask-who.ts';
import { boundedBody } from './bounded-body.ts';
import { endToEnd } from './end-to-end.ts';
import { forwardingHeaders } from './forwarding-headers.ts';
import { uploadPlaces } from './upload-places.ts';
import { openUpstream } from './upstream.ts';

const prefix = '/api';
const inApi = (path: string) => (apiBasePath + path).slice(prefix.length);

/** Routes of the calls with an image in a multipart form. */
const uploadRoutes = [apiPaths.updateProfile(), apiPaths.insertPayoutDetails()].map(inApi);

/** Routes of other calls, by the dependency they may wait for. Fastify decodes addresses as the API does. */
const callRoutes = {
  identity: [apiPaths.login(), apiPaths.passwordChanged()].map(inApi),
  stripe: [apiPaths.payoutLink('*'), apiPaths.stripeWebhook()].map(inApi),
  storage: [inApi(apiPaths.profileImage('*'))],
  rest: ['/', '/*'],
};
type Dependency = keyof typeof callRoutes;

/**
 * Forwards `/api/…` to the product API. While the API does not respond, calls fail early, with errors
 * in its own format, and pages still work.
 */
export async function apiProxy(app: FastifyInstance, { env }: { env: Env }): Promise<void> {
  app.removeAllContentTypeParsers();
  app.setErrorHandler<FastifyError>(answerError);
  await app.register(calls, env);
  await app.register(uploads, env);
}

/** Handles calls other than uploads: the whole body is received before the API is called. */
async function calls(app: FastifyInstance, env: Env): Promise<void> {
  app.addContentTypeParser('*', (_request: FastifyRequest, body: IncomingMessage) =>
    buffer(boundedBody(body, call)),
  );
  for (const dependency of Object.keys(callRoutes) as Dependency[]) {
    await app.register(httpProxy, {
      ...proxyOptions(env),
      routes: callRoutes[dependency],
      undici: openUpstream(apiConnections[dependency]),
      handler: (request, reply, destination, options) =>
        reply.from(destination, {
          ...options,
          ...(Buffer.isBuffer(request.body) && {
            body: request.body,
            contentType: request.headers['content-type'] ?? 'application/octet-stream',
          }),
          timeout: answerMs[kindOf(request, dependency)],
        }),
    });
  }
}

/** Handles uploads: they are streamed over separate connections, once the API has identified the driver. */
async function uploads(app: FastifyInstance, env: Env): Promise<void> {
  const upstream = openUpstream(apiConnections.uploaders);
  app.addHook('onClose', () => upstream.destroy());
  for (const hook of uploadPlaces(env.UPLOADS_PER_ADDRESS, (request) =>
    askWho(upstream, env, request),
  )) {
    app.addHook('onRequest', hook);
  }
  app.addHook(
    'onRequest',
    limitConcurrency(upload.atOnce, ({ routeOptions }) => routeOptions.url, 503),
  );
  app.addContentTypeParser('*', async (_request: FastifyRequest, body: IncomingMessage) =>
    boundedBody(body, upload),
  );
  for (const route of uploadRoutes) {
    await app.register(httpProxy, {
      ...proxyOptions(env),
      routes: [route],
      undici: {
        connections: upload.atOnce,
        connect: { timeout: connectMs },
        headersTimeout: answerMs.upload,
        bodyTimeout: answerMs.upload,
      },
    });
  }
}

function proxyOptions(env: Env): FastifyHttpProxyOptions {
  return {
    upstream: env.API_URL,
    prefix,
    rewritePrefix: prefix,
    proxyPayloads: false,
    // The proxy's log lines contain whole URLs, with tokens.
    disableRequestLogging: true,
    config: { sends: 'answersOfApi' },
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => ({
        ...endToEnd(headers),
        ...forwardingHeaders(request, env),
      }),
      rewriteHeaders: endToEnd,
      // Never retried, because the first attempt may have had an effect.
      retryDelay: () => null,
    },
  };
}

function kindOf({ method }: FastifyRequest, dependency: Dependency): 'read' | 'write' {
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method) && dependency !== 'stripe';
  return isRead ? 'read' : 'write';
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  // The proxy wraps errors of the request to the API.
  const cause = error.cause instanceof Error && 'statusCode' in error.cause ? error.cause : error;
  const status = Number(cause.statusCode);
  if (status < 500 && isRefusal(status)) {
    request.log.info({ reason: cause.message }, 'call refused');
    return refuse(reply, status);
  }
  request.log.warn({ err: error }, 'call not passed on');
  return refuse(reply, 503);
}
