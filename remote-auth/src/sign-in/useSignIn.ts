import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'shared-runtime/router';
import { endProviderSession, startSession } from 'shared-runtime/session';
import { paths } from 'shared-types/paths';
import type { SignInValues } from '../forms/sign-in-schema.ts';
import { type SignInFailure, signIn } from './sign-in.ts';

/**
 * Signs in, then goes to the home page.
 *
 * `attempt` tells why it failed, or null when it did not, or was no longer wanted because the
 * screen had been left.
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

  async function attempt(values: SignInValues): Promise<SignInFailure | null> {
    setBusy(true);
    const result = await signIn(values);
    if (!isWanted.current) {
      if (result.outcome === 'signed-in') await endProviderSession();
      return null;
    }
    if (result.outcome !== 'signed-in') {
      setBusy(false);
      return result;
    }
    // The address first, in one step that nothing is drawn between: the guard sends whoever has a
    // session on the login page to the profile.
    await navigate(paths.home(), { replace: true, flushSync: true });
    startSession({ token: result.token, loginUser: { name: result.name } });
    return null;
  }

  return { attempt, isBusy };
}
