import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { type Uploader, uploaderPath } from '@kargo/shared-types/api/uploader';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Dispatcher } from 'undici';
import type { Env } from '../env.ts';
import { responseMs, upload } from '../limits.ts';
import { clientAddress, limitConcurrency } from '../transport/limit-concurrency.ts';
import { type Refusal, refuse } from '../transport/refuse.ts';
import { forwardingHeaders } from './headers.ts';

/**
 * Returns hooks that limit uploads per address and per driver, across all forms. A driver takes a
 * place once the API has identified them and before the body is read.
 *
 * @param asking connections to the API, for asking who uploads
 */
export function uploadPlaces(asking: Dispatcher, env: Env): onRequestHookHandler[] {
  const open = new Map<string, Set<IncomingMessage>>();
  /** Returns a refusal if the caller gets no place. */
  async function takePlace(request: FastifyRequest, reply: FastifyReply) {
    const caller = await askWho(asking, env, request);
    // A sender who has already disconnected takes no place.
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
      // The limits add more listeners to a response than Node expects.
      reply.raw.setMaxListeners(20);
      if (/^Bearer +\S/i.test(headers.authorization ?? '')) next();
      else refuse(reply, 401);
    },
    limitConcurrency(env.UPLOADS_PER_ADDRESS, clientAddress, 429),
    (request, reply, next) => {
      const go = (refusal?: Refusal) => (refusal ? void refuse(reply, refusal) : next());
      takePlace(request, reply).then(go, next);
    },
  ];
}

/** Ends uploads that still arrive: a driver who starts another has probably lost the connection. */
function endArriving(requests: Set<IncomingMessage>): void {
  for (const request of requests) {
    if (request.complete) continue;
    requests.delete(request);
    request.destroy();
  }
}

/** Asks the API which driver sent a request. Returns a refusal if it names nobody or fails. */
async function askWho(
  upstream: Dispatcher,
  env: Env,
  request: FastifyRequest,
): Promise<{ driver: string } | { refusal: Refusal }> {
  const { authorization, traceparent, tracestate } = request.headers;
  const signal = AbortSignal.timeout(responseMs.read);
  // Undici itself reports the timeout only once the request has a connection.
  const late = once(signal, 'abort').then(() => {
    throw new Error(`no response within ${responseMs.read} ms`);
  });
  try {
    const headers = { authorization, traceparent, tracestate, ...forwardingHeaders(request, env) };
    const asked = upstream.request({ path: uploaderPath, method: 'GET', headers, signal });
    const { statusCode, body } = await Promise.race([asked, late]);
    const response = await json(body);
    if (statusCode === 200) return { driver: (response as Uploader).driver };
    return { refusal: statusCode === 401 ? 401 : 503 };
  } catch (error) {
    request.log.warn({ err: error }, 'the API did not identify an uploader');
    return { refusal: 503 };
  }
}
