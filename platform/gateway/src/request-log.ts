import { randomUUID } from 'node:crypto';
import { reportsPath } from '@kargo/shared-types/releases/release-addresses';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { BodyError } from './proxy/bounded-body.ts';

/** Returns the request id that a proxy in front of the gateway has sent, or else a new one. */
export function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}

/** Returns Fastify's logger options. Visitors who disconnect or are too slow are logged as info. */
export function loggerOptions(
  level: string,
  stream?: { write(line: string): void },
): FastifyServerOptions['logger'] {
  return {
    level,
    ...(stream && { stream }),
    hooks: {
      logMethod(parameters, log, severity) {
        const [first] = parameters as unknown[];
        const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err;
        if (severity < warning || !isOfVisitor(error)) return log.apply(this, parameters);
        this.info({ reason: error.message }, 'visitor went away');
      },
    },
  };
}

const warning = 40;

function isOfVisitor(error: unknown): error is Error {
  if (error instanceof BodyError) return true;
  // The gateway aborted a request to the API because the visitor disconnected.
  return error instanceof Error && 'code' in error && error.code === 'UND_ERR_ABORTED';
}

/**
 * Writes a log line for every response, and sends the visitor the request's id. Reports have their
 * own lines, which are limited so that forged reports cannot fill the log.
 */
export function requestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.url === reportsPath) return;
    request.log.info(
      {
        method: request.method,
        path: loggablePath(request, reply),
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
}

/**
 * Returns the path for the site's public pages and files. For everything else, such as calls to the
 * API, returns the route's pattern, because paths may contain tokens. Never returns queries.
 */
function loggablePath({ url, routeOptions }: FastifyRequest, { statusCode }: FastifyReply): string {
  const pattern = routeOptions.url ?? 'none';
  const isOfSite = (statusCode < 300 || statusCode === 304) && !pattern.startsWith('/api');
  return isOfSite ? (url.split('?', 1)[0] ?? pattern) : pattern;
}
