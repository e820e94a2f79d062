import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { type Refusal, refuse } from './refuse.ts';
import { Tally } from './tally.ts';

/** A hook that refuses requests beyond `limit` open ones with the same key. */
export function limitConcurrency(
  limit: number,
  keyOf: (request: FastifyRequest) => unknown,
  refusal: Refusal,
): onRequestHookHandler {
  const open = new Tally();
  return (request, reply, next) => {
    const key = keyOf(request);
    if (open.of(key) >= limit) return void refuse(reply, refusal);
    // Emitted however the request ends.
    reply.raw.once('close', open.add(key));
    next();
  };
}
