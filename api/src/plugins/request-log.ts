import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';

/**
 * Serializers of the log. Headers, bodies and query strings are never logged, and the route's pattern
 * replaces the URL, because URLs may contain tokens.
 */
const serializers = {
  req: (request: FastifyRequest) => ({
    method: request.method,
    route: request.routeOptions?.url ?? 'none',
    remoteAddress: request.ip,
  }),
  res: ({ statusCode }: { statusCode?: number }) => ({ statusCode }),
  // Not pino's own serializer, which copies every property: in Postgres errors, `detail` contains the row.
  err: (error: Error & { code?: string }) => ({
    type: error.name,
    code: error.code,
    message: error.message,
    stack: error.stack ?? '',
    cause: error.cause instanceof Error ? error.cause.message : undefined,
  }),
};

/** Fields that are redacted in every logged object, in case one is logged by mistake. */
const secrets = [
  'authorization',
  'cookie',
  'password',
  'token',
  'firebase_token',
  'access_token',
  'magic_token',
  'stripe_error_token',
];

export function loggerOptions(level: string): FastifyServerOptions['logger'] {
  return {
    level,
    serializers,
    redact: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  };
}

/**
 * Writes a line when a request arrives and when it is answered, but not for checks of a load balancer. These lines
 * contain only what the serializers return, so nothing is redacted, which would take longer than everything else.
 */
export class RequestLines extends LogController {
  #log: FastifyBaseLogger | undefined;

  override isLogDisabled({ url }: FastifyRequest): boolean {
    return url === '/healthz' || url === '/readyz';
  }

  override incomingRequest(request: FastifyRequest): void {
    if (this.isLogDisabled(request)) return;
    this.#logOf(request).info({ reqId: request.id, req: request }, 'incoming request');
  }

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply) {
    if (error) super.requestCompleted(error, request, reply);
    else if (!this.isLogDisabled(request)) {
      const line = { reqId: request.id, res: reply, responseTime: reply.elapsedTime };
      this.#logOf(request).info(line, 'request completed');
    }
  }

  #logOf({ server }: FastifyRequest): FastifyBaseLogger {
    this.#log ??= server.log.child({}, { redact: [] });
    return this.#log;
  }
}

/** Returns the caller's `X-Request-Id` if it has a plain format, like the gateway's; otherwise a new id. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}
