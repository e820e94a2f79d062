import { json } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import { type Uploader, uploaderPath } from 'shared-types/api/uploader';
import type { Dispatcher } from 'undici';
import type { Env } from '../env.ts';
import { answerMs } from '../limits.ts';
import { forwardingHeaders } from './forwarding-headers.ts';
import type { Caller } from './upload-places.ts';

/** Asks the API which driver sent a request. Returns a refusal if there is no driver or no response. */
export async function askWho(
  upstream: Pick<Dispatcher, 'request'>,
  env: Env,
  request: FastifyRequest,
): Promise<Caller> {
  const { authorization } = request.headers;
  const options = {
    origin: env.API_URL,
    path: uploaderPath,
    method: 'GET' as const,
    headers: { authorization, ...forwardingHeaders(request, env) },
    headersTimeout: answerMs.read,
    bodyTimeout: answerMs.read,
  };
  try {
    const { statusCode, body } = await new Promise<Dispatcher.ResponseData>((resolve, reject) => {
      upstream.request(options, (error, data) => (error ? reject(error) : resolve(data)));
    });
    const answer = await json(body);
    if (statusCode === 200) return { driver: (answer as Uploader).driver };
    return { refusal: statusCode === 401 ? 401 : 503 };
  } catch (error) {
    request.log.warn({ err: error }, 'API did not say who uploads');
    return { refusal: 503 };
  }
}
