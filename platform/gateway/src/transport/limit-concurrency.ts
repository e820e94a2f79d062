import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { type Refusal, refuse } from './refuse.ts';
import { Tally } from './tally.ts';

/** Returns the key of an address or an IPv6 network; nothing if the visitor has disconnected. */
export const clientAddress = ({ ip }: FastifyRequest) => ip && normalizeIP(ip);

/**
 * Returns a hook that refuses a request when `limit` requests with the same key are open.
 *
 * @param headers of the refusal
 */
export function limitConcurrency(
  limit: number,
  keyOf: (request: FastifyRequest) => unknown,
  refusal: Refusal,
  headers = {},
): onRequestHookHandler {
  const open = new Tally();
  return (request, reply, next) => {
    const key = keyOf(request);
    if (open.of(key) >= limit) return void refuse(reply.headers(headers), refusal);
    // This event is emitted however the request ends.
    reply.raw.once('close', open.add(key));
    next();
  };
}
