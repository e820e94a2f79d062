import { useNavigate } from '@kargo/shared-runtime/router';
import { endProviderSession, startSession } from '@kargo/shared-runtime/session';
import type { SignInValues } from '@kargo/shared-types/forms/sign-in-form';
import { paths } from '@kargo/shared-types/page/paths';
import type { Message } from '@kargo/shared-ui/MessageDialog';
import { startTransition, useEffect, useRef, useState } from 'react';
import { signIn } from './sign-in.tsx';

/**
 * Signs in, then goes to the home page.
 *
 * `attempt` resolves with the alert's text if it failed; with null if it succeeded, or if the screen was left
 * meanwhile.
 */
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
    // Rendered together: the guard sends whoever has a session on the login page to the profile.
    startTransition(() => {
      void navigate(paths.home(), { replace: true });
      startSession({ token: result.token, loginUser: { name: result.name } });
    });
    return null;
  }

  return { attempt, isBusy };
}
