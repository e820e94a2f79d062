import { initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { ApiError } from '../api-error.ts';
import type { Env } from '../env.ts';
import { inTime } from '../in-time.ts';

/** Who the identity provider says has signed in, and when the password was given. */
export interface Identity {
  uid: string;
  email: string | undefined;
  signedInAt: Date;
}

/** The identity provider. */
export interface IdentityProvider {
  /**
   * Says whose ID token it is.
   *
   * @throws {ApiError} `identity_token_invalid` when the token is malformed, forged, expired, revoked,
   *   of another project, or from a sign-in longer ago than `signInMinutes`; `unavailable` when the
   *   provider cannot be asked.
   */
  verifyIdToken(idToken: string): Promise<Identity>;
  /**
   * The moment before which every sign-in of the account counts no more: that of the last password
   * change, or the end of time when the account is disabled or gone. Null when nothing has ended, or
   * when nobody may ask.
   *
   * @throws when the provider does not answer.
   */
  signInsEndedBefore(uid: string): Promise<Date | null>;
}

/** How old a sign-in may be that opens a session. */
const signInMinutes = 5;

/** How long a call waits to hear whether a session has ended. */
const patienceMs = 2000;

/**
 * Verifies ID tokens with firebase-admin, which needs the project's id and Google's public keys.
 * Asking for revocation takes an account of the service (or the emulator), so it is done only then.
 */
export function firebaseIdentity(env: Env): IdentityProvider {
  const auth = getAuth(initializeApp({ projectId: env.FIREBASE_PROJECT_ID }, crypto.randomUUID()));
  const mayAsk = Boolean(env.FIREBASE_AUTH_EMULATOR_HOST ?? env.GOOGLE_APPLICATION_CREDENTIALS);

  async function verifyIdToken(idToken: string): Promise<Identity> {
    const { uid, email, auth_time } = await auth.verifyIdToken(idToken, mayAsk).catch(refuse);
    const signedInAt = new Date(auth_time * 1000);
    if (Date.now() - signedInAt.getTime() > signInMinutes * 60_000) {
      refuse(new Error(`The sign-in was at ${signedInAt.toISOString()}`));
    }
    return { uid, email, signedInAt };
  }

  async function signInsEndedBefore(uid: string): Promise<Date | null> {
    if (!mayAsk) return null;
    const { users } = await inTime(
      auth.getUsers([{ uid }]),
      patienceMs,
      'The provider is too slow',
    );
    const [user] = users;
    if (!user || user.disabled) return endOfTime;
    return user.tokensValidAfterTime ? new Date(user.tokensValidAfterTime) : null;
  }

  return { verifyIdToken, signInsEndedBefore };
}

const endOfTime = new Date('9999-01-01');

function refuse(error: unknown): never {
  throw isProviderAway(error)
    ? new ApiError('unavailable', 'Sign-in is not available right now.', { cause: error })
    : new ApiError('identity_token_invalid', 'The sign-in could not be confirmed.', {
        cause: error,
      });
}

/**
 * firebase-admin reports a failed fetch of the public keys as `auth/argument-error`, the code of a
 * forged token, so there is only the text to tell them apart (lib/utils/jwt.js, KEY_FETCH_ERROR).
 */
function isProviderAway(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return (
    code.startsWith('app/') ||
    code === 'auth/internal-error' ||
    /fetching public keys|making request/i.test(message)
  );
}
