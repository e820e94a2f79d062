import type { IncomingMessage } from 'node:http';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { limitConcurrency } from '../limit-concurrency.ts';
import { upload } from '../limits.ts';
import { type Refusal, refuse } from '../refuse.ts';

/** The driver who would upload, or why there is none. */
export type Caller = { driver: string } | { refusal: Refusal };

/**
 * Hooks that give uploads their places: not before the caller is known, and not before the body is
 * read. An address has its share of them, and a driver too, whatever the form.
 *
 * @param ask finds out who sends a request, from its headers
 */
export function uploadPlaces(
  perAddress: number,
  ask: (request: FastifyRequest) => Promise<Caller>,
): onRequestHookHandler[] {
  const open = new Map<string, Set<IncomingMessage>>();
  /** Returns why the caller gets no place, if so. */
  async function takePlace(request: FastifyRequest, reply: FastifyReply) {
    const caller = await ask(request);
    // A sender who has gone in the meantime takes no place.
    if (reply.raw.destroyed) return 400;
    if ('refusal' in caller) return caller.refusal;
    const ofDriver = open.get(caller.driver) ?? new Set();
    endArriving(ofDriver);
    if (ofDriver.size >= upload.perDriver) return 429;
    open.set(caller.driver, ofDriver.add(request.raw));
    reply.raw.once('close', () => {
      ofDriver.delete(request.raw);
      if (ofDriver.size === 0 && open.get(caller.driver) === ofDriver) open.delete(caller.driver);
    });
  }
  return [
    ({ headers }, reply, next) => {
      // What counts requests listens to each answer, and there is more of that than Node expects.
      reply.raw.setMaxListeners(20);
      if (/^Bearer +\S/i.test(headers.authorization ?? '')) next();
      else refuse(reply, 401);
    },
    limitConcurrency(perAddress, ({ ip }) => ip && normalizeIP(ip), 429),
    (request, reply, next) => {
      const go = (refusal?: Refusal) => (refusal ? void refuse(reply, refusal) : next());
      takePlace(request, reply).then(go, next);
    },
  ];
}

/** A driver who sends a form again has lost the connection, of which nobody tells us. */
function endArriving(requests: Set<IncomingMessage>): void {
  for (const request of requests) {
    if (request.complete) continue;
    requests.delete(request);
    request.destroy();
  }
}
