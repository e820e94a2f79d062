import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { apiPaths } from '@kargo/shared-types/api/api-paths';
import { Type } from 'typebox';
import { createSecretToken } from '../secret-token.ts';
import type { Services } from '../services.ts';
import { xsrfCookie } from './csrf.ts';

/** Sets the cookie that `csrf.ts` asks browsers for. Not with pages, which caches keep for everybody. */
export const xsrfRoute: FastifyPluginAsyncTypebox<Services> = async (app, { env }) => {
  const secure = env.SITE_URL.startsWith('https:');

  app.get(
    apiPaths.xsrf(),
    {
      schema: {
        tags: ['session'],
        summary: `Set the cookie ${xsrfCookie}, unless the caller has one`,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      // A new one for each caller would fail the calls of other tabs.
      if (!isToken(request.cookies[xsrfCookie])) {
        // Not HttpOnly, because pages read it.
        reply.setCookie(xsrfCookie, createSecretToken(), { path: '/', sameSite: 'lax', secure });
      }
      return reply.code(204).send(null);
    },
  );
};

const isToken = (value = '') => /^[\w-]{43}$/.test(value);
