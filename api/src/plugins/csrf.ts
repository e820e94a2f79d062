import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../api-error.ts';
import { addressOf, counter } from './rate-limit.ts';

/** Set by `GET /xsrf`. */
export const xsrfCookie = 'XSRF-TOKEN';

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Spec section 7: the site reads the `XSRF-TOKEN` cookie, which the gateway sets with its pages,
 * and sends it back as `X-XSRF-TOKEN`. Callers without the cookie are not pages of the site. They use a
 * bearer token, which another site cannot make a browser send.
 */
export const csrf = fp(async (app: FastifyInstance) => {
  await app.register(cookie);
  // Recorded once a minute, so that a flood does not fill the table.
  const count = counter(app, 'csrf refusal of', { max: 1, timeWindow: 60_000 }, addressOf);
  app.addHook('onRequest', async (request) => {
    const expected = request.cookies[xsrfCookie];
    if (safeMethods.includes(request.method) || !expected) return;
    if (request.headers['x-xsrf-token'] !== expected) {
      const counted = await count(request);
      if (counted.isAllowed || !counted.isExceeded) {
        const reason = request.routeOptions.url ?? null;
        await app.recordEvent(request, { event: 'csrf_refused', outcome: 'refused', reason });
      }
      throw new ApiError(
        'csrf_token_invalid',
        'The request does not come from a page of the site.',
      );
    }
  });
});
