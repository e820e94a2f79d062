import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { apiPaths } from '@kargo/shared-types/api/api-paths';
import { ErrorBody } from '@kargo/shared-types/api/error';
import {
  IpResponse,
  LoginRequest,
  LoginResponse,
  PasswordChangedRequest,
} from '@kargo/shared-types/api/session';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ApiError } from '../api-error.ts';
import { recordingChange, recordingRefusal } from '../audit/audit.ts';
import { clientAddress, fingerprint, limitsOf } from '../plugins/rate-limit.ts';
import type { Services } from '../services.ts';
import { confirmIdentity, logIn } from './log-in.ts';
import { closeSession, keepOnlySession, normalizeEmail } from './repository.ts';
import {
  type DriverSession,
  requireKnownSession,
  requireOpen,
  requireSession,
} from './require-session.ts';

/** Calls 1, 8 and 9 of spec section 7. */
export const sessionRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { db, env, identity: provider, metrics } = services;
  const limit = limitsOf(db, env.LOGIN_LIMIT_WINDOW_SECONDS);
  const driverOf = async (request: FastifyRequest) =>
    (await requireKnownSession(db, request)).driver.id;
  const requireFewLogins = limit('login of', env.LOGIN_LIMIT_PER_ACCOUNT, emailIn);

  app.post(
    apiPaths.login(),
    {
      schema: {
        tags: ['session'],
        summary: 'Log in with an ID token of the identity provider',
        body: LoginRequest,
        response: { 200: LoginResponse, '4xx': ErrorBody },
      },
      onRequest: limit('login from', env.LOGIN_LIMIT_PER_ADDRESS, clientAddress),
      onResponse: metrics.countLogin,
    },
    (request, reply) =>
      recordingRefusal(db, request, 'login', async (subject) => {
        const identity = await confirmIdentity(provider, request.body);
        // Not earlier, because anybody who knows an e-mail address could lock its owner out.
        await requireFewLogins(request, reply);
        return logIn({ db, source: request, subject }, identity);
      }),
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
      const { driver, token } = await requireSession(services, request);
      await recordingChange(db, request, async (trx, record) => {
        await requireOpen(trx, { driver, token });
        await closeSession(trx, token);
        await record({ event: 'logout', driverId: driver.id, token });
      });
      return reply.code(204).send(null);
    },
  );

  app.post(
    apiPaths.passwordChanged(),
    {
      schema: {
        tags: ['session'],
        summary: 'Tell of a password change: the other sessions of the driver end',
        security: [{ accessToken: [] }],
        body: PasswordChangedRequest,
        response: { 204: Type.Null(), '4xx': ErrorBody },
      },
      onRequest: limit('password change from', env.LOGIN_LIMIT_PER_ADDRESS, clientAddress),
      preHandler: limit('password change of', env.LOGIN_LIMIT_PER_ACCOUNT, driverOf),
    },
    async (request, reply) => {
      await keepOnlyThisSession(services, request, await requireKnownSession(db, request));
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

/** Ends the driver's other sessions if the ID token is of the same account. Records a refusal. */
const keepOnlyThisSession = (
  { db, identity: provider }: Services,
  request: FastifyRequest<{ Body: PasswordChangedRequest }>,
  { driver, token }: DriverSession,
) =>
  recordingRefusal(db, request, 'password_changed', async (subject) => {
    Object.assign(subject, { driverId: driver.id, token });
    const identity = await provider.verifyIdToken(request.body.firebase_token);
    if (identity.uid !== driver.firebase_uid) {
      throw new ApiError('identity_token_invalid', 'The sign-in could not be confirmed.');
    }
    await recordingChange(db, request, async (trx, record) => {
      await requireOpen(trx, { driver, token });
      await keepOnlySession(trx, driver.id, token, identity);
      await record({ event: 'password_changed', ...subject });
    });
  });

const emailIn = ({ body }: FastifyRequest<{ Body: LoginRequest }>) =>
  fingerprint(normalizeEmail(body.email));
