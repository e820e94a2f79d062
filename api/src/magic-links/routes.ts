import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { apiPaths } from 'shared-types/api-paths';
import { ProfileResponse } from 'shared-types/driver';
import { ErrorBody } from 'shared-types/error';
import { VerifyMagicTokenRequest } from 'shared-types/session';
import { recordingRefusal } from '../audit/audit.ts';
import { addressOf, fingerprint, limitedBy } from '../plugins/rate-limit.ts';
import type { Services } from '../services.ts';
import { verifyMagicToken } from './verify-magic-token.ts';

/** Call 2 of spec section 7, with limits of its own that are as high as those of the login. */
export const magicLinkRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { db, env }) => {
  const timeWindow = env.LOGIN_LIMIT_WINDOW_SECONDS * 1000;
  const perAddress = { what: 'magic link from', max: env.LOGIN_LIMIT_PER_ADDRESS, timeWindow };
  // A token belongs to one account. Only somebody who has the token can use up its attempts.
  const perToken = { what: 'magic link of', max: env.LOGIN_LIMIT_PER_ACCOUNT, timeWindow };

  app.post(
    apiPaths.verifyMagicToken(),
    {
      schema: {
        tags: ['session'],
        summary: 'Log in with the token of a magic link, which works once',
        body: VerifyMagicTokenRequest,
        response: { 200: ProfileResponse, '4xx': ErrorBody },
      },
      onRequest: limitedBy(app, perAddress, addressOf),
      preHandler: limitedBy(app, perToken, (request) => fingerprint(tokenOf(request))),
    },
    (request) =>
      recordingRefusal(db, request, 'link_redeemed', (subject) =>
        verifyMagicToken({ db, trace: request, subject }, request.body.token),
      ),
  );
};

const tokenOf = (request: FastifyRequest) => (request.body as VerifyMagicTokenRequest).token;
