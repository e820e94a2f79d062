import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ErrorBody } from '@kargo/shared-types/api/error';
import type { FastifyReply } from 'fastify';
import { rest, retrySeconds } from '../limits.ts';

export const bodies = {
  400: { code: 'malformed_body', message: 'The request cannot be understood.' },
  401: { code: 'unauthorized', message: 'Log in to continue.' },
  408: { code: 'malformed_body', message: 'The request took too long to arrive.' },
  413: { code: 'payload_too_large', message: 'The request is too large.' },
  415: { code: 'unsupported_media_type', message: 'This kind of content is not accepted.' },
  429: { code: 'rate_limited', message: 'Too many requests at the same time.' },
  431: { code: 'payload_too_large', message: 'The headers, such as cookies, are too large.' },
  503: { code: 'unavailable', message: 'The service is not available. Please try again later.' },
} satisfies Record<number, ErrorBody>;

/** Policy of the gateway's own errors, to invalid requests or in place of the API. */
export const policy = "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none'";

/** Headers of what the gateway itself says to requests for which no hook has set others. */
export const ownHeaders = {
  'cache-control': 'private, no-store',
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
};

export type Refusal = keyof typeof bodies;

export function isRefusal(status: number): status is Refusal {
  return status in bodies;
}

/**
 * Responds with an error in the API's format. Hooks that call this must take a callback: after an
 * async hook, Fastify runs the next one if the visitor disconnects before the response ends.
 */
export function refuse(reply: FastifyReply, status: Refusal): FastifyReply {
  const request = reply.request.raw;
  const json = JSON.stringify(bodies[status]);
  // A sender who was too slow gets no more time.
  const isCutOff = !request.complete && (status === 408 || !hasAtMost(rest.short, request));
  if (isCutOff) reply.header('connection', 'close');
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  // Random, so that clients that were refused together do not retry together.
  if (status === 429 || status === 503)
    reply.header('retry-after', randomInt(retrySeconds.least, retrySeconds.most + 1));
  return reply
    .code(status)
    .headers(ownHeaders)
    .type('application/json; charset=utf-8')
    .header('content-length', Buffer.byteLength(json))
    .send(
      isCutOff && status !== 408 && hasAtMost(rest.bytes, request)
        ? Readable.from(lingering(json, request))
        : json,
    );
}

/** Whether a body has at most this size, by its own account. */
const hasAtMost = (bytes: number, { headers }: IncomingMessage) =>
  Number(headers['content-length']) <= bytes;

/**
 * Sends the response at once, but ends it only after the rest of the body has arrived. If the
 * connection closed earlier, a client that still sends would see an error, not the response.
 */
async function* lingering(json: string, body: IncomingMessage): AsyncGenerator<string> {
  yield json;
  const inTime = AbortSignal.timeout(rest.milliseconds);
  await finished(body.resume(), { signal: inTime }).catch(() => undefined);
}
