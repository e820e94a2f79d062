import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import fp from 'fastify-plugin';

/**
 * What is logged of a request: never headers, bodies or query strings, and the route's pattern
 * instead of the URL, because URLs may contain tokens.
 */
const serializers = {
  req: (request: FastifyRequest) => ({
    method: request.method,
    route: request.routeOptions?.url ?? 'none',
    remoteAddress: request.ip,
  }),
  res: ({ statusCode }: { statusCode?: number }) => ({ statusCode }),
  // Not pino's own: it copies every property, and Postgres puts the row into `detail`.
  err: (error: Error & { code?: string }) => ({
    type: error.name,
    code: error.code,
    message: error.message,
    stack: error.stack ?? '',
    cause: error.cause instanceof Error ? error.cause.message : undefined,
  }),
};

/** Redacted in every logged object, in case one is logged by mistake. */
const secrets = ['authorization', 'cookie', 'password', 'token', 'firebase_token', 'access_token'];

export function loggerOptions(level: string): FastifyServerOptions['logger'] {
  return {
    level,
    serializers,
    redact: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  };
}

/** The caller's `X-Request-Id` when it is a plain one (the gateway's), otherwise a new id. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}

/** Tells the caller which request to look for in the log. */
export const requestIds = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
});
