import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { addressOf, limitConcurrency } from '../limit-concurrency.ts';
import { upload } from '../limits.ts';
import { type Refusal, refuse } from '../refuse.ts';

/** The driver who is uploading, or the refusal if there is none. */
export type Caller = { driver: string } | { refusal: Refusal };

/**
 * Returns hooks that limit uploads. A driver takes a place after the API has identified them and before
 * the body is read. Uploads are limited per address and per driver, for all forms together.
 *
 * @param ask finds out from a request's headers who sent it
 */
export function uploadPlaces(
  perAddress: number,
  ask: (request: FastifyRequest) => Promise<Caller>,
): onRequestHookHandler[] {
  const open = new Map<string, Set<IncomingMessage>>();
  /** Returns the refusal if the caller gets no place. */
  async function takePlace(request: FastifyRequest, reply: FastifyReply) {
    const caller = await ask(request);
    // A sender who has disconnected in the meantime takes no place.
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
      // The limits add more listeners to each response than Node expects.
      reply.raw.setMaxListeners(20);
      if (/^Bearer +\S/i.test(headers.authorization ?? '')) next();
      else refuse(reply, 401);
    },
    limitConcurrency(perAddress, addressOf, 429),
    (request, reply, next) => {
      const go = (refusal?: Refusal) => (refusal ? void refuse(reply, refusal) : next());
      takePlace(request, reply).then(go, next);
    },
  ];
}

/** Ends uploads that are still arriving: a driver who sends again has probably lost the connection. */
function endArriving(requests: Set<IncomingMessage>): void {
  for (const request of requests) {
    if (request.complete) continue;
    requests.delete(request);
    request.destroy();
  }
}
