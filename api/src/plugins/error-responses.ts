import { randomInt } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import type { ErrorBody, ErrorCode } from '@kargo/shared-types/api/error';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../api-error.ts';

/** Sends every error as `{ code, message }`. Details of unknown errors only go to the log. */
export const errorResponses = fp(async (app: FastifyInstance) => {
  app.setNotFoundHandler((_request, reply) =>
    answer(reply, new ApiError('not_found', 'There is nothing at this address.')),
  );

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = error instanceof ApiError ? error : translate(error);
    // The error's cause has more details than the response.
    const { message: reason } = error.cause instanceof Error ? error.cause : error;
    if (refusal.statusCode >= 500) request.log.error({ err: error }, 'request failed');
    else request.log.info({ code: refusal.code, reason }, 'request refused');
    return answer(reply, refusal);
  });
});

/** Formats errors that Fastify finds before the route, such as an invalid address. */
export function respondToUnroutable(error: FastifyError, reply: FastifyReply): void {
  answer(reply, translate(error));
}

const unreadable = {
  400: { code: 'malformed_body', message: 'The request could not be read.' },
  408: { code: 'malformed_body', message: 'The request took too long to arrive.' },
  431: { code: 'payload_too_large', message: 'The headers are too large.' },
} satisfies Record<number, ErrorBody>;
const statuses: Record<string, 408 | 431> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Responds to bytes that are not HTTP, or to headers beyond the limit. There is no `reply` yet. */
export function respondToUnreadable({ code = '' }: NodeJS.ErrnoException, socket: Socket) {
  if (!socket.writable) return;
  const status = statuses[code] ?? 400;
  const json = JSON.stringify(unreadable[status]);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n${json}`,
  );
}

/** Timeout for the rest of a refused body; the gateway limits its size. */
const restMs = 10_000;

async function answer(reply: FastifyReply, { code, message, statusCode }: ApiError) {
  const { raw } = reply.request;
  // If the connection were closed while a body is arriving, the response would be lost.
  if (!raw.complete)
    await finished(raw.resume(), { signal: AbortSignal.timeout(restMs) }).catch(() => undefined);
  if (!raw.complete) reply.header('connection', 'close');
  if (code === 'unauthorized') reply.header('www-authenticate', 'Bearer');
  // Random, so that clients that were refused together do not retry together.
  if (statusCode === 503) reply.header('retry-after', randomInt(5, 11));
  return reply.code(statusCode).send({ code, message } satisfies ErrorBody);
}

/** Translates errors of Fastify, its plugins and the database into those of the contract. */
function translate(error: FastifyError): ApiError {
  if (isDatabaseAway(error)) {
    return new ApiError('unavailable', 'The service is not available right now.');
  }
  if (error.validation) return new ApiError('validation_failed', error.message);
  const status = error.statusCode ?? 500;
  const isMalformed = status >= 400 && status < 500;
  const code = codesByStatus[status] ?? (isMalformed ? 'malformed_body' : 'internal');
  return code === 'internal'
    ? new ApiError('internal', 'Something went wrong on our side.')
    : new ApiError(code, error.message);
}

const codesByStatus: Record<number, ErrorCode> = {
  404: 'not_found',
  // The multipart plugin uses this status for a body of another type.
  406: 'unsupported_media_type',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  503: 'unavailable',
};

/**
 * Whether the database is unavailable: a socket failed, or Postgres sent one of these codes of
 * https://www.postgresql.org/docs/current/errcodes-appendix.html: the classes 08 (connection), 53
 * (disk or connections full) and 57 (shutdown, statement timeout), 25006 (read-only, as after a
 * failover), 25P03 (idle transaction), 40P01 (deadlock). pg's own errors have only a message.
 */
function isDatabaseAway({ code = '', message }: FastifyError): boolean {
  return (
    /^(E(CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|PIPE|TIMEDOUT)|08...|53...|57...|25006|25P03|40P01)$/.test(
      code,
    ) ||
    /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)|is not queryable$/.test(
      message,
    )
  );
}
