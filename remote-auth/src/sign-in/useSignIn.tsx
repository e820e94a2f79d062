import { apiClient, getDeviceId } from '@kargo/shared-runtime/api-client';
import { loadNow } from '@kargo/shared-runtime/layout';
import { useNavigate } from '@kargo/shared-runtime/router';
import { endProviderSession, startSession } from '@kargo/shared-runtime/session';
import type { SignInValues } from '@kargo/shared-types/forms/sign-in-form';
import { paths } from '@kargo/shared-types/page/paths';
import type { Message } from '@kargo/shared-ui/MessageDialog';
import { sendNow } from '@kargo/shared-ui/send-now';
import { startTransition, useEffect, useRef, useState } from 'react';
import { apiMessage, providerMessage } from './sign-in-message.tsx';

/** `attempt` resolves with an alert's text; null if it worked or the visitor left the screen. */
export function useSignIn() {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const isWanted = useRef(true);

  useEffect(() => {
    isWanted.current = true;
    return () => {
      isWanted.current = false;
    };
  }, []);

  async function attempt(values: SignInValues): Promise<Message | null> {
    setBusy(true);
    const result = await signIn(values);
    if (!isWanted.current) {
      if ('token' in result) await endProviderSession();
      return null;
    }
    if ('alert' in result) {
      setBusy(false);
      return result.alert;
    }
    // Rendered together: the guard sends anybody with a session from the login to the profile.
    startTransition(() => {
      void navigate(paths.home(), { replace: true });
      startSession({ token: result.token, loginUser: { name: result.name } });
    });
    return null;
  }

  return { attempt, isBusy };
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';

/** The data of a session, or the alert's text about the failed attempt. */
type SignInOutcome = { token: string; name: string } | { alert: Message };

/**
 * Signs in at the identity provider, then with its ID token at our API (spec section 7). If the API
 * refuses, the provider's session ends too, so that nobody stays half signed in.
 */
async function signIn({ email, password }: SignInValues): Promise<SignInOutcome> {
  let firebase_token: string;
  try {
    firebase_token = await sendNow(async () => {
      const identity = await loadNow(() => import('@kargo/shared-runtime/identity'));
      return identity.signInWithPassword(email, password);
    });
  } catch (error) {
    return { alert: providerMessage(error) };
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
    if (!isText(access_token)) throw new Error('The login was answered without a token');
    return { token: access_token, name: isText(user?.name) ? user.name : '' };
  } catch (error) {
    await endProviderSession();
    return { alert: apiMessage(error) };
  }
}
