import httpProxy from '@fastify/http-proxy';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorBody } from 'shared-types/error';
import type { Env } from '../env.ts';
import { headersOfApi } from '../security-headers.ts';

/** How long the API may take to accept a connection, and to begin its answer. */
const connectMilliseconds = 2000;
const answerMilliseconds = 60_000;

/**
 * `/api/…`: passed on to the product API, bodies as streams in both directions. While the API does
 * not answer, calls fail at once in the shape of its own errors and the pages go on working.
 */
export async function apiProxy(app: FastifyInstance, { env }: { env: Env }): Promise<void> {
  // Bodies are not the gateway's to read; the proxy adds parsers that hand them on.
  app.removeAllContentTypeParsers();
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    request.log.warn({ err: error }, 'call not passed on');
    const status = error.statusCode ?? 500;
    const { [status]: body = unavailable } = refusals;
    return reply
      .code(body === unavailable ? 503 : status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body));
  });
  await app.register(httpProxy, {
    upstream: env.API_URL,
    prefix: '/api',
    rewritePrefix: '/api',
    // Its log lines hold whole addresses, tokens included.
    disableRequestLogging: true,
    undici: {
      connect: { timeout: connectMilliseconds },
      headersTimeout: answerMilliseconds,
      bodyTimeout: answerMilliseconds,
    },
    config: { helmet: headersOfApi },
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => ({ ...headers, ...forwardingHeaders(request) }),
      // Nothing is sent twice: the proxy cannot know whether the first attempt did its work.
      retryDelay: () => null,
    },
  });
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

/** What is wrong with the call itself; all other errors here are of reaching the API. */
const refusals: Record<number, ErrorBody> = {
  400: { code: 'malformed_body', message: 'The request cannot be understood.' },
  413: { code: 'payload_too_large', message: 'The request is too large.' },
  415: { code: 'unsupported_media_type', message: 'This kind of content is not accepted.' },
};
const unavailable: ErrorBody = {
  code: 'unavailable',
  message: 'The service is not available. Please try again later.',
};
