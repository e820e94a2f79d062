import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { type Refusal, refuse } from './refuse.ts';
import { Tally } from './tally.ts';

/** A hook that refuses requests beyond `limit` open ones with the same key. */
export function atOnce(
  limit: number,
  keyOf: (request: FastifyRequest) => unknown,
  refusal: Refusal,
): onRequestAsyncHookHandler {
  const open = new Tally();
  return async (request, reply) => {
    const key = keyOf(request);
    if (open.of(key) >= limit) return refuse(reply, refusal);
    // Emitted however the request ends.
    reply.raw.once('close', open.add(key));
  };
}
