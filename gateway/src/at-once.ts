import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { type Refusal, refuse } from './refuse.ts';

/** A hook that refuses requests beyond `limit` open ones with the same key. */
export function atOnce(
  limit: number,
  keyOf: (request: FastifyRequest) => unknown,
  refusal: Refusal,
): onRequestAsyncHookHandler {
  const open = new Map<unknown, number>();
  return async (request, reply) => {
    const key = keyOf(request);
    const count = (open.get(key) ?? 0) + 1;
    if (count > limit) return refuse(reply, refusal);
    open.set(key, count);
    // Emitted however the request ends.
    reply.raw.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
  };
}
