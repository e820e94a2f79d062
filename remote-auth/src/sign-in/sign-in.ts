import { ApiError, apiClient, getDeviceId } from 'shared-runtime/api-client';
import { endProviderSession } from 'shared-runtime/session';
import { isIdentityError } from 'shared-ui/is-identity-error';
import type { SignInValues } from '../forms/sign-in-schema.ts';
import { loadIdentity } from '../identity/load-identity.ts';

/** How an attempt to sign in ended, unless it succeeded. */
export type SignInFailure =
  | { outcome: 'offline' }
  | { outcome: 'refused-by-provider'; code: string; message: string }
  | { outcome: 'refused-by-api'; error: ApiError }
  | { outcome: 'failed-at-api' }
  | { outcome: 'failed-at-provider' };

type SignInOutcome = { outcome: 'signed-in'; token: string; name: string } | SignInFailure;

type IdentityProof = { outcome: 'proven'; idToken: string } | SignInFailure;

/**
 * Signs in with e-mail and password (spec section 7): first at the identity provider, then with its
 * ID token at our API. If the API refuses, the provider's session is ended too, so that nobody is
 * signed in by half.
 */
export async function signIn({ email, password }: SignInValues): Promise<SignInOutcome> {
  if (!navigator.onLine) return { outcome: 'offline' };
  const proof = await proveIdentity(email, password);
  if (proof.outcome !== 'proven') return proof;
  try {
    const { access_token, user } = await apiClient.login({
      email,
      password,
      type: 'driver',
      web_request: true,
      device_id: await getDeviceId(),
      firebase_token: proof.idToken,
    });
    if (!access_token) throw new Error('The login was answered without a token');
    return { outcome: 'signed-in', token: access_token, name: user.name };
  } catch (error) {
    await endProviderSession();
    if (error instanceof ApiError) return { outcome: 'refused-by-api', error };
    console.error('Failed to sign in at the API:', error);
    return { outcome: 'failed-at-api' };
  }
}

async function proveIdentity(email: string, password: string): Promise<IdentityProof> {
  try {
    const { signInWithPassword } = await loadIdentity();
    return { outcome: 'proven', idToken: await signInWithPassword(email, password) };
  } catch (error) {
    if (!navigator.onLine) return { outcome: 'offline' };
    if (isIdentityError(error)) {
      return { outcome: 'refused-by-provider', code: error.code, message: error.message };
    }
    // No provider is configured, or its client did not load.
    console.error('Failed to sign in at the identity provider:', error);
    return { outcome: 'failed-at-provider' };
  }
}
