import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { apiPaths } from 'shared-types/api-paths';
import { ErrorBody } from 'shared-types/error';
import { IpResponse, LoginRequest, LoginResponse } from 'shared-types/session';
import { Type } from 'typebox';
import type { Tables } from '../database/tables.ts';
import type { Env } from '../env.ts';
import type { VerifyIdToken } from '../identity/identity.ts';
import { fingerprint, limitedBy } from '../plugins/rate-limit.ts';
import { confirmIdentity, logIn, normalizeEmail } from './log-in.ts';
import { closeSession } from './repository.ts';
import { requireSession } from './require-session.ts';

type Options = { db: Kysely<Tables>; env: Env; verifyIdToken: VerifyIdToken };

/** Calls 1, 8 and 9 of spec section 7. */
export const sessionRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { db, env, verifyIdToken } = options;
  const timeWindow = env.LOGIN_LIMIT_WINDOW_SECONDS * 1000;

  const limitPerAddress = app.createRateLimit({
    max: env.LOGIN_LIMIT_PER_ADDRESS,
    timeWindow,
    keyGenerator: (request) => `login from ${normalizeIP(request.ip)}`,
  });
  const requireFewLogins = limitedBy(
    app.createRateLimit({
      max: env.LOGIN_LIMIT_PER_ACCOUNT,
      timeWindow,
      keyGenerator: (request) => `login of ${fingerprint(emailOf(request))}`,
    }),
  );

  app.post(
    apiPaths.login(),
    {
      schema: {
        tags: ['session'],
        summary: 'Log in with an ID token of the identity provider',
        body: LoginRequest,
        response: { 200: LoginResponse, '4xx': ErrorBody },
      },
      onRequest: limitedBy(limitPerAddress),
    },
    async (request, reply) => {
      const firebaseUid = await confirmIdentity(verifyIdToken, request.body);
      // Not before: else anybody who knows an e-mail address could keep its owner out.
      await requireFewLogins(request, reply);
      return logIn(db, firebaseUid);
    },
  );

  app.post(
    apiPaths.logout(),
    {
      schema: {
        tags: ['session'],
        summary: 'Log out: the access token is revoked',
        security: [{ accessToken: [] }],
        response: { 204: Type.Null(), '4xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const { token } = await requireSession(db, request);
      await closeSession(db, token);
      return reply.code(204).send(null);
    },
  );

  app.get(
    apiPaths.ip(),
    {
      schema: {
        tags: ['session'],
        summary: 'The public IP address of the caller',
        response: { 200: IpResponse },
      },
    },
    async (request) => ({ ip: request.ip }),
  );
};

const emailOf = (request: FastifyRequest) => normalizeEmail((request.body as LoginRequest).email);
