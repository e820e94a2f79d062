import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';

/** URLs may contain tokens, so only the route is logged, and no headers, bodies or queries. */
const serializers = {
  req: (request: FastifyRequest) => ({
    method: request.method,
    route: request.routeOptions?.url ?? 'none',
    remoteAddress: request.ip,
  }),
  res: ({ statusCode }: { statusCode?: number }) => ({ statusCode }),
  // pino's own serializer copies every property: in Postgres errors, `detail` contains the row.
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
 * Logs when requests arrive and when they are answered, except for a load balancer's checks.
 * Redacts nothing: only the serializers fill these lines, and redacting takes most of the time.
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

/** The caller's `X-Request-Id` if it looks like one of the gateway's; otherwise a new id. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}
