import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { apiPaths } from '@kargo/shared-types/api/api-paths';
import { ProfileResponse } from '@kargo/shared-types/api/driver';
import { ErrorBody } from '@kargo/shared-types/api/error';
import { VerifyMagicTokenRequest } from '@kargo/shared-types/api/session';
import { ConstantBackoff, handleAll, retry } from 'cockatiel';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import { recordingChange, recordingRefusal, type Source, type Subject } from '../audit/audit.ts';
import { toProfile } from '../drivers/profile.ts';
import { clientAddress, fingerprint, limitsOf } from '../plugins/rate-limit.ts';
import type { Services } from '../services.ts';
import { findDriverOfSession, lockDriver, openSession } from '../sessions/repository.ts';
import { requireAdmitted } from '../sessions/require-session.ts';
import { closeSessionsOfEarlierLinks, redeemMagicToken, whyDead } from './repository.ts';

/** Call 2 of spec section 7. Its limits are separate from the login's, but have the same values. */
export const magicLinkRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { db, env, metrics } = services;
  const limit = limitsOf(db, env.LOGIN_LIMIT_WINDOW_SECONDS);

  app.post(
    apiPaths.verifyMagicToken(),
    {
      schema: {
        tags: ['session'],
        summary: 'Log in with the token of a magic link, which works for a while',
        body: VerifyMagicTokenRequest,
        response: { 200: ProfileResponse, '4xx': ErrorBody },
      },
      onRequest: limit('magic link from', env.LOGIN_LIMIT_PER_ADDRESS, clientAddress),
      onResponse: metrics.countLogin,
      // Per token, which belongs to one account: only those who have it can use up the attempts.
      preHandler: limit('magic link of', env.LOGIN_LIMIT_PER_ACCOUNT, tokenIn),
    },
    (request) =>
      recordingRefusal(db, request, 'link_redeemed', (subject) =>
        verifyMagicToken({ db, env, source: request, subject }, request.body.token).catch((error) =>
          openAnyway({ db, env }, subject, error),
        ),
      ),
  );
};

const tokenIn = ({ body }: FastifyRequest<{ Body: VerifyMagicTokenRequest }>) =>
  fingerprint(body.token);

/**
 * Call 2 (spec section 7): opens a session for the token's driver. A refusal does not count.
 *
 * @throws {ApiError} `magic_token_invalid` for any problem with the token; others as at login.
 */
function verifyMagicToken(
  { db, env, source, subject }: Pick<Services, 'db' | 'env'> & { source: Source; subject: Subject },
  token: string,
): Promise<ProfileResponse> {
  return recordingChange(db, source, async (trx, record) => {
    const redeemed = await redeemMagicToken(trx, token);
    subject.driverId = redeemed?.driver.id;
    if (!redeemed) {
      const cause = new Error(await whyDead(trx, token));
      throw new ApiError('magic_token_invalid', 'This link does not work any more.', { cause });
    }
    const { driver, madeAt } = redeemed;
    requireAdmitted(driver);
    const access_token = await openSession(trx, driver.id, { link: { token, madeAt } });
    subject.token = access_token;
    const { id: driverId } = driver;
    if ((await closeSessionsOfEarlierLinks(trx, driverId, token)) > 0n)
      await record({ event: 'sessions_ended', reason: 'newer_link', driverId });
    const session = { driverId, token: access_token };
    await record({ event: 'link_redeemed', reason: 'sign_in', ...session });
    return { ...(await toProfile({ db: trx, env }, driver)), access_token };
  });
}

const whileAway = retry(handleAll, {
  maxAttempts: 5,
  backoff: new ConstantBackoff(1000),
});

/**
 * Checks whether the session was opened although COMMIT got no response in time, since the link
 * works only a few times. Waits for a transaction that is still open and has locked the driver.
 *
 * @throws the error of the transaction when it was not.
 */
async function openAnyway(
  { db, env }: Pick<Services, 'db' | 'env'>,
  { driverId, token }: Subject,
  error: unknown,
): Promise<ProfileResponse> {
  if (error instanceof ApiError || !driverId || !token) throw error;
  const driver = await whileAway.execute(async () => {
    await lockDriver(db, driverId);
    return findDriverOfSession(db, token);
  });
  if (!driver) throw error;
  return { ...(await toProfile({ db, env }, driver)), access_token: token };
}
