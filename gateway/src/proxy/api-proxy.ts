import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiBasePath, apiPaths } from 'shared-types/api-paths';
import { gatewayHeader } from 'shared-types/gateway-header';
import { atOnce } from '../at-once.ts';
import type { Env } from '../env.ts';
import { answerMs, call, connectMs, upload } from '../limits.ts';
import { isRefusal, refuse } from '../refuse.ts';
import { headersOfApi } from '../security-headers.ts';
import { boundedBody } from './bounded-body.ts';
import { endToEnd } from './end-to-end.ts';
import { openUpstream } from './upstream.ts';

const prefix = '/api';
const inApi = (path: string) => (apiBasePath + path).slice(prefix.length);

/** The calls whose bodies are multipart forms with a picture, by their route below the prefix. */
const uploadRoutes = [apiPaths.updateProfile(), apiPaths.insertPayoutDetails()].map(inApi);

/** The one read behind which Stripe stands. */
const payoutLinks = apiBasePath + apiPaths.payoutLink('');

/**
 * `/api/…`: passed on to the product API. While the API does not answer, calls fail soon, in the
 * shape of its own errors, and the pages go on working.
 */
export async function apiProxy(app: FastifyInstance, { env }: { env: Env }): Promise<void> {
  app.removeAllContentTypeParsers();
  app.setErrorHandler<FastifyError>(answerError);
  await app.register(calls, env);
  await app.register(uploads, env);
}

/** Everything that is no upload: a body is taken whole before the API hears of the call. */
async function calls(app: FastifyInstance, env: Env): Promise<void> {
  app.addContentTypeParser('*', (_request: FastifyRequest, body: IncomingMessage) =>
    buffer(boundedBody(body, call)),
  );
  await app.register(httpProxy, {
    ...proxyOptions(env),
    undici: openUpstream(),
    handler: (request, reply, destination, options) =>
      reply.from(destination, {
        ...options,
        ...(Buffer.isBuffer(request.body) && {
          body: request.body,
          contentType: request.headers['content-type'] ?? 'application/octet-stream',
        }),
        timeout: answerMs[kindOf(request)],
      }),
  });
}

/** Uploads are streams in a pool of their own: the API judges who sends one before it has come. */
async function uploads(app: FastifyInstance, env: Env): Promise<void> {
  app.addHook(
    'onRequest',
    atOnce(upload.atOnce, () => 'uploads', 503),
  );
  app.addContentTypeParser('*', async (_request: FastifyRequest, body: IncomingMessage) =>
    boundedBody(body, upload),
  );
  await app.register(httpProxy, {
    ...proxyOptions(env),
    routes: uploadRoutes,
    undici: {
      connections: upload.atOnce,
      connect: { timeout: connectMs },
      headersTimeout: answerMs.upload,
      bodyTimeout: answerMs.upload,
    },
  });
}

function proxyOptions(env: Env): FastifyHttpProxyOptions {
  return {
    upstream: env.API_URL,
    prefix,
    rewritePrefix: prefix,
    proxyPayloads: false,
    // Its log lines hold whole addresses, tokens included.
    disableRequestLogging: true,
    config: { helmet: headersOfApi },
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => ({
        ...endToEnd(headers),
        ...forwardingHeaders(request),
        [gatewayHeader]: env.GATEWAY_SECRET,
      }),
      rewriteHeaders: endToEnd,
      // Nothing is sent twice: the proxy cannot know whether the first attempt did its work.
      retryDelay: () => null,
    },
  };
}

function kindOf({ method, url }: FastifyRequest): 'read' | 'write' {
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method) && !url.startsWith(payoutLinks);
  return isRead ? 'read' : 'write';
}

/** Who really asks, and how; what the visitor claims about that is replaced. */
function forwardingHeaders(
  request: Pick<FastifyRequest, 'host' | 'id' | 'ip' | 'protocol'>,
): Record<string, string | undefined> {
  return {
    // Without the proxies in front: the API trusts the gateway, and would take them for visitors.
    'x-forwarded-for': request.ip,
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': request.host,
    'x-request-id': request.id,
    forwarded: undefined,
  };
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  // What fails on its way to the API comes wrapped.
  const cause = error.cause instanceof Error && 'statusCode' in error.cause ? error.cause : error;
  const status = Number(cause.statusCode);
  if (status < 500 && isRefusal(status)) {
    request.log.info({ reason: cause.message }, 'call refused');
    return refuse(reply, status);
  }
  request.log.warn({ err: error }, 'call not passed on');
  return refuse(reply, 503);
}
