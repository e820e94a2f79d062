import { isBrokenCircuitError } from 'cockatiel';
import { initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { ApiError } from '../api-error.ts';
import { type OnChange, openBreaker } from '../breaker.ts';
import type { Env } from '../env.ts';
import { inTime, TooSlowError } from '../in-time.ts';

/** A sign-in at the identity provider: the account, and the time. */
export interface Identity {
  uid: string;
  email: string | undefined;
  signedInAt: Date;
}

export interface IdentityProvider {
  /**
   * Verifies an ID token.
   *
   * @throws {ApiError} `identity_token_invalid` when the token is malformed, forged, expired, revoked,
   *   of another project, or from a sign-in longer ago than `signInMinutes`; `unavailable` when the
   *   provider cannot be reached, does not respond in time, or is known to hang.
   */
  verifyIdToken(idToken: string): Promise<Identity>;
  /**
   * Returns the time before which the account's sign-ins are invalid: the last password change, or the
   * latest possible date if the account is disabled or deleted. Null if all are valid, or if the API is
   * not allowed to ask.
   *
   * @throws when the provider does not respond, or is known to hang.
   */
  signInsEndedBefore(uid: string): Promise<Date | null>;
}

/** Maximum age of a sign-in that opens a session. */
const signInMinutes = 5;

/** Timeouts for the provider to verify an ID token, and to tell whether a session has ended. */
const deadlines = { tokenMs: 5000, sessionMs: 2000 };

/**
 * Verifies ID tokens with firebase-admin, which needs the project's id and Google's public keys.
 * Revocation is checked only with a service account or the emulator.
 *
 * @param onChange called when the provider's circuit breaker changes its state
 * @param timeouts only tests use other values than the default
 */
export function firebaseIdentity(
  env: Env,
  { onChange, timeouts = deadlines }: { onChange?: OnChange; timeouts?: typeof deadlines } = {},
): IdentityProvider {
  const guard = openBreaker(onChange, isProviderAway);
  const auth = getAuth(initializeApp({ projectId: env.FIREBASE_PROJECT_ID }, crypto.randomUUID()));
  const mayAsk = Boolean(env.FIREBASE_AUTH_EMULATOR_HOST ?? env.GOOGLE_APPLICATION_CREDENTIALS);

  async function verifyIdToken(idToken: string): Promise<Identity> {
    const { uid, email, auth_time } = await guard(() =>
      inTime(auth.verifyIdToken(idToken, mayAsk), timeouts.tokenMs, tooSlow),
    ).catch(refuse);
    const signedInAt = new Date(auth_time * 1000);
    if (Date.now() - signedInAt.getTime() > signInMinutes * 60_000) {
      refuse(new Error(`The sign-in was at ${signedInAt.toISOString()}`));
    }
    return { uid, email, signedInAt };
  }

  async function signInsEndedBefore(uid: string): Promise<Date | null> {
    if (!mayAsk) return null;
    const { users } = await guard(() =>
      inTime(auth.getUsers([{ uid }]), timeouts.sessionMs, tooSlow),
    );
    const [user] = users;
    if (!user || user.disabled) return endOfTime;
    return user.tokensValidAfterTime ? new Date(user.tokensValidAfterTime) : null;
  }

  return { verifyIdToken, signInsEndedBefore };
}

const tooSlow = 'The identity provider is too slow';

const endOfTime = new Date('9999-01-01');

function refuse(error: unknown): never {
  throw isProviderAway(error) || isBrokenCircuitError(error)
    ? new ApiError('unavailable', 'Sign-in is not available right now.', { cause: error })
    : new ApiError('identity_token_invalid', 'The sign-in could not be confirmed.', {
        cause: error,
      });
}

/**
 * Whether the provider is unavailable. firebase-admin reports a failed fetch of the public keys as
 * `auth/argument-error`, the code of a forged token, so only the message distinguishes them
 * (lib/utils/jwt.js, KEY_FETCH_ERROR).
 */
function isProviderAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', message } = error as Error & { code?: string };
  return (
    error instanceof TooSlowError ||
    code.startsWith('app/') ||
    code === 'auth/internal-error' ||
    /fetching public keys|making request/i.test(message)
  );
}
