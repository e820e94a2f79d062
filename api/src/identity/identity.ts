import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';
import { isBrokenCircuitError, isTaskCancelledError, TimeoutStrategy, timeout } from 'cockatiel';
import { FirebaseAppError, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { ApiError } from '../api-error.ts';
import type { Env } from '../env.ts';
import { type OnChange, openBreaker } from '../resilience/breaker.ts';

/** A sign-in at the identity provider: the account, and the time. */
export type Identity = Awaited<ReturnType<IdentityProvider['verifyIdToken']>>;

export type IdentityProvider = ReturnType<typeof firebaseIdentity>;

/** Maximum age of a sign-in that opens a session. */
const signInMinutes = 5;

/** Timeouts for the provider to verify an ID token, and to say whether a session has ended. */
const deadlines = { tokenMs: 5000, sessionMs: 2000 };

/**
 * Verifies ID tokens with firebase-admin, which needs the project's id and Google's public keys.
 * Revocation is checked only with a service account or the emulator.
 *
 * @param onChange called when the provider's circuit breaker changes its state
 * @param timeouts only tests override the default
 */
export function firebaseIdentity(
  env: Env,
  { onChange, timeouts = deadlines }: { onChange?: OnChange; timeouts?: typeof deadlines } = {},
) {
  const guard = openBreaker(onChange, isProviderAway);
  const auth = getAuth(initializeApp({ projectId: env.FIREBASE_PROJECT_ID }, crypto.randomUUID()));
  const mayAsk = Boolean(env.FIREBASE_AUTH_EMULATOR_HOST ?? env.GOOGLE_APPLICATION_CREDENTIALS);

  /**
   * @throws {ApiError} `identity_token_invalid` when the token is malformed, forged, expired,
   *   revoked, of another project, or from a sign-in longer ago than `signInMinutes`; `unavailable`
   *   when the provider cannot be reached, does not respond in time, or is known to hang.
   */
  async function verifyIdToken(idToken: string) {
    const { uid, email, auth_time } = await guard(() =>
      ask(() => auth.verifyIdToken(idToken, mayAsk), timeouts.tokenMs),
    ).catch(refuse);
    const signedInAt = new Date(auth_time * 1000);
    if (Date.now() - signedInAt.getTime() > signInMinutes * 60_000) {
      refuse(new Error(`The sign-in was at ${signedInAt.toISOString()}`));
    }
    return { uid, email, signedInAt };
  }

  /**
   * Returns the time before which the account's sign-ins are invalid: the last password change, or
   * the end of time if it is disabled or deleted. Null if all are valid or the API may not ask.
   *
   * @throws when the provider does not respond, or is known to hang.
   */
  async function signInsEndedBefore(uid: string): Promise<Date | null> {
    if (!mayAsk) return null;
    const { users } = await guard(() => ask(() => auth.getUsers([{ uid }]), timeouts.sessionMs));
    const [user] = users;
    if (!user || user.disabled) return endOfTime;
    return user.tokensValidAfterTime ? new Date(user.tokensValidAfterTime) : null;
  }

  return { verifyIdToken, signInsEndedBefore };
}

const endOfTime = new Date('9999-01-01');

function refuse(error: unknown): never {
  throw isProviderAway(error) || isBrokenCircuitError(error)
    ? new ApiError('unavailable', 'Sign-in is not available right now.', { cause: error })
    : new ApiError('identity_token_invalid', 'The sign-in could not be confirmed.', {
        cause: error,
      });
}

/** A request of firebase-admin failed or got 401 or above; 400 is about the token. */
class ProviderError extends Error {}

/**
 * Asks the provider and watches the requests, because firebase-admin reports a failed fetch of the
 * public keys like a forged token: same class, same code, and a message that may quote the token.
 *
 * @throws {ProviderError} when the last request failed; else the error of firebase-admin
 */
async function ask<T>(work: () => Promise<T>, limitMs: number): Promise<T> {
  const last = { hasFailed: false };
  const limit = timeout(limitMs, TimeoutStrategy.Aggressive);
  return limit
    .execute(() => requests.run(last, work))
    .catch((cause) => {
      throw last.hasFailed ? new ProviderError('The identity provider failed', { cause }) : cause;
    });
}

const requests = new AsyncLocalStorage<{ hasFailed: boolean }>();

subscribe('http.client.request.created', (message) => {
  const last = requests.getStore();
  const { request } = message as { request: unknown };
  if (!last || !(request instanceof ClientRequest)) return;
  const set = (hasFailed: boolean) => Object.assign(last, { hasFailed });
  set(false);
  request.once('error', () => set(true));
  request.once('response', ({ statusCode = 0 }) => set(statusCode > 400));
});

function isProviderAway(error: unknown): boolean {
  return (
    isTaskCancelledError(error) ||
    error instanceof ProviderError ||
    // Its client or credentials failed, whatever the token says.
    error instanceof FirebaseAppError
  );
}
