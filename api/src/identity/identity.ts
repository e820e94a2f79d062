import { initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { ApiError } from '../api-error.ts';
import type { Env } from '../env.ts';

/** Who the identity provider says is signing in. */
type Identity = { uid: string; email: string | undefined };

/**
 * Says whose ID token it is.
 *
 * @throws {ApiError} `identity_token_invalid` when the token is malformed, forged, expired, revoked
 *   or of another project; `unavailable` when the provider cannot be asked.
 */
export type VerifyIdToken = (idToken: string) => Promise<Identity>;

/**
 * Verifies ID tokens with firebase-admin, which needs the project's id and Google's public keys.
 * Asking for revocation takes an account of the service (or the emulator), so it is done only then.
 */
export function firebaseIdentity(env: Env): VerifyIdToken {
  const auth = getAuth(initializeApp({ projectId: env.FIREBASE_PROJECT_ID }, crypto.randomUUID()));
  const checkRevoked = Boolean(
    env.FIREBASE_AUTH_EMULATOR_HOST ?? env.GOOGLE_APPLICATION_CREDENTIALS,
  );
  return async (idToken) => {
    try {
      const { uid, email } = await auth.verifyIdToken(idToken, checkRevoked);
      return { uid, email };
    } catch (error) {
      if (isProviderAway(error)) {
        throw new ApiError('unavailable', 'Sign-in is not available right now.', { cause: error });
      }
      throw new ApiError('identity_token_invalid', 'The sign-in could not be confirmed.', {
        cause: error,
      });
    }
  };
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
