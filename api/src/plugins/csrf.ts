import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../api-error.ts';
import { addressOf, counter } from './rate-limit.ts';

/** Set by `GET /xsrf`. */
export const xsrfCookie = 'XSRF-TOKEN';

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses calls that another site could make a browser send. Spec section 7: the site reads the cookie
 * and sends it back as `X-XSRF-TOKEN`, which other sites cannot do.
 */
export const csrf = fp(async (app: FastifyInstance) => {
  await app.register(cookie);
  // Recorded once a minute, so that a flood does not fill the table.
  const count = counter(app, 'csrf refusal of', { max: 1, timeWindow: 60_000 }, addressOf);
  app.addHook('onRequest', async (request) => {
    if (safeMethods.includes(request.method) || isOfSiteOrProgram(request)) return;
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) {
      const reason = request.routeOptions.url ?? null;
      await app.recordEvent(request, { event: 'csrf_refused', outcome: 'refused', reason });
    }
    throw new ApiError('csrf_token_invalid', 'The request does not come from a page of the site.');
  });
});

/** Programs have no cookie. They use a bearer token, which another site cannot make a browser send. */
function isOfSiteOrProgram({ cookies, headers }: FastifyRequest): boolean {
  const expected = cookies[xsrfCookie];
  return expected ? headers['x-xsrf-token'] === expected : !isOfBrowser(headers);
}

/** Only browsers send `Sec-Fetch-Site`. `none` counts too: no call of the site's pages has it. */
function isOfBrowser(headers: FastifyRequest['headers']): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}
