import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import type { ErrorBody } from 'shared-types/api/error';
import { rest, retrySeconds } from './limits.ts';

const bodies = {
  400: { code: 'malformed_body', message: 'The request cannot be understood.' },
  401: { code: 'unauthorized', message: 'Log in to continue.' },
  408: { code: 'malformed_body', message: 'The request took too long to arrive.' },
  413: { code: 'payload_too_large', message: 'The request is too large.' },
  415: { code: 'unsupported_media_type', message: 'This kind of content is not accepted.' },
  429: { code: 'rate_limited', message: 'Too many requests at the same time.' },
  503: { code: 'unavailable', message: 'The service is not available. Please try again later.' },
} satisfies Record<number, ErrorBody>;

/** Of answers that no hook has given one: to what cannot be read, and in place of the API's. */
const policy = "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none'";

export type Refusal = keyof typeof bodies;

export function isRefusal(status: number): status is Refusal {
  return status in bodies;
}

/**
 * Answers in the shape of the API's errors, whether the API was asked or not. Hooks that refuse take a
 * callback: after an async one Fastify runs the next when the visitor leaves before the answer ends.
 */
export function refuse(reply: FastifyReply, status: Refusal): FastifyReply {
  const request = reply.request.raw;
  const json = JSON.stringify(bodies[status]);
  // The unread rest of a body must not be parsed as the next request.
  if (!request.complete) reply.header('connection', 'close');
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (status === 429 || status === 503) reply.header('retry-after', retryAfter());
  return (
    reply
      .code(status)
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
      })
      .type('application/json; charset=utf-8')
      .header('content-length', Buffer.byteLength(json))
      // A sender who is too slow is not waited for again.
      .send(
        status !== 408 && hasLittleMore(request) ? Readable.from(lingering(json, request)) : json,
      )
  );
}

/** Not the same for all: who were refused together would come back together. */
function retryAfter(): number {
  return randomInt(retrySeconds.least, retrySeconds.most + 1);
}

function hasLittleMore({ complete, headers }: IncomingMessage): boolean {
  return !complete && Number(headers['content-length']) <= rest.bytes;
}

/**
 * The answer at once, and its end when the rest of the body has come: to somebody who still sends, a
 * connection that is closed before that looks broken, and the answer is lost.
 */
async function* lingering(json: string, body: IncomingMessage): AsyncGenerator<string> {
  yield json;
  const inTime = AbortSignal.timeout(rest.milliseconds);
  await finished(body.resume(), { signal: inTime }).catch(() => undefined);
}
