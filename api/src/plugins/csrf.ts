import cookie from '@fastify/cookie';
import { apiPaths } from '@kargo/shared-types/api/api-paths';
import {
  isXsrfToken,
  xsrfCookie,
  xsrfTokenStart,
  xsrfTokensIn,
} from '@kargo/shared-types/api/xsrf-token';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Type } from 'typebox';
import { ApiError } from '../api-error.ts';
import { recordEvent } from '../audit/audit.ts';
import { createSecretToken } from '../secret-token.ts';
import type { Services } from '../services.ts';
import { clientAddress, countHit } from './rate-limit.ts';

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses calls that another site could make a browser send (spec section 7): only this site can
 * read the cookie and repeat it as `X-XSRF-TOKEN`. Pages do not set it, because they are cached.
 */
export const csrf = fp(async (app: FastifyInstance, { db, env }: Pick<Services, 'db' | 'env'>) => {
  await app.register(cookie);
  app.addHook('onRequest', async (request) => {
    if (safeMethods.includes(request.method) || isOfSiteOrProgram(request)) return;
    const { current } = await countHit(db, `csrf refusal of ${clientAddress(request)}`, 60_000);
    // Recorded once a minute, so that a flood does not fill the table.
    if (current === 1) {
      const reason = request.routeOptions.url ?? null;
      await recordEvent(db, request, { event: 'csrf_refused', outcome: 'refused', reason });
    }
    throw new ApiError('csrf_token_invalid', 'The request does not come from a page of the site.');
  });

  const secure = env.SITE_URL.startsWith('https:');
  const schema = {
    tags: ['session'],
    summary: `Set the cookie ${xsrfCookie}, unless the caller has one`,
    response: { 204: Type.Null() },
  };
  app.get(apiPaths.xsrf(), { schema }, async (request, reply) => {
    // A new one for each caller would fail the calls of other tabs.
    if (!xsrfTokensIn(request.headers.cookie).some(isXsrfToken)) {
      const token = xsrfTokenStart + createSecretToken();
      // Not HttpOnly, because pages read it.
      reply.setCookie(xsrfCookie, token, { path: '/', sameSite: 'lax', secure });
    }
    return reply.code(204).send(null);
  });
});

/** Programs have no cookie, but a bearer token, which no other site can make a browser send. */
function isOfSiteOrProgram({ headers }: FastifyRequest): boolean {
  const expected = xsrfTokensIn(headers.cookie);
  // Their paths and domains decide which of them the page has read.
  if (expected.length > 0) return expected.includes(`${headers['x-xsrf-token']}`);
  // Only browsers send `Sec-Fetch-Site`. `none` counts too: no call of the site's pages has it.
  return headers.origin === undefined && headers['sec-fetch-site'] === undefined;
}
