import { apiClient, getDeviceId } from '@kargo/shared-runtime/api-client';
import { endProviderSession } from '@kargo/shared-runtime/session';
import type { SignInValues } from '@kargo/shared-types/forms/sign-in-form';
import type { Message } from '@kargo/shared-ui/MessageDialog';
import { NotSent } from '@kargo/shared-ui/NotSent';
import { apiMessage, providerMessage } from './sign-in-message.tsx';

/** The data of a session, or the alert's text about the failed attempt. */
type SignInOutcome = { token: string; name: string } | { alert: Message };

/**
 * Signs in with e-mail and password (spec section 7): first at the identity provider, then with its
 * ID token at our API. If the API refuses, the provider's session is ended too, so that nobody is
 * signed in by half.
 */
export async function signIn({ email, password }: SignInValues): Promise<SignInOutcome> {
  const offline = { alert: { title: <NotSent /> } };
  if (!navigator.onLine) return offline;
  let firebase_token: string;
  try {
    const { signInWithPassword } = await import('@kargo/shared-runtime/identity');
    firebase_token = await signInWithPassword(email, password);
  } catch (error) {
    return navigator.onLine ? { alert: providerMessage(error) } : offline;
  }
  try {
    const { access_token, user } = await apiClient.login({
      email,
      password,
      type: 'driver',
      web_request: true,
      device_id: await getDeviceId(),
      firebase_token,
    });
    if (!access_token) throw new Error('The login was answered without a token');
    return { token: access_token, name: user.name };
  } catch (error) {
    await endProviderSession();
    return { alert: apiMessage(error) };
  }
}
