import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import { type Uploader, uploaderPath } from '@kargo/shared-types/api/uploader';
import type { FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import type { Env } from '../env.ts';
import { responseMs } from '../limits.ts';
import type { Refusal } from '../refuse.ts';
import { forwardingHeaders } from './forwarding-headers.ts';

/** Asks the API which driver sent a request. Returns a refusal if there is no driver or no response. */
export async function askWho(
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
    const trace = { traceparent, tracestate };
    const headers = { authorization, ...trace, ...forwardingHeaders(request, env) };
    const asked = upstream.request({ path: uploaderPath, method: 'GET', headers, signal });
    const { statusCode, body } = await Promise.race([asked, late]);
    const response = await json(body);
    if (statusCode === 200) return { driver: (response as Uploader).driver };
    return { refusal: statusCode === 401 ? 401 : 503 };
  } catch (error) {
    request.log.warn({ err: error }, 'API did not say who uploads');
    return { refusal: 503 };
  }
}
