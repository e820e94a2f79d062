import { useEffect, useRef } from 'react';
import { useNavigate } from 'shared-runtime/router';
import { startSession } from 'shared-runtime/session';
import { paths } from 'shared-types/paths';
import { endProviderSession, type SignInFailure, signIn } from './sign-in.ts';
import type { SignInValues } from './sign-in-schema.ts';

/**
 * Signs in, then goes to the home page; one attempt at a time.
 *
 * @returns a function that says why it failed, or null when it did not or was no longer wanted
 */
export function useSignIn(): (values: SignInValues) => Promise<SignInFailure | null> {
  const navigate = useNavigate();
  const isUnderWay = useRef(false);
  const isWanted = useRef(true);

  useEffect(() => {
    isWanted.current = true;
    return () => {
      isWanted.current = false;
    };
  }, []);

  async function attempt(values: SignInValues): Promise<SignInFailure | null> {
    const result = await signIn(values);
    if (!isWanted.current) {
      // Whoever left the screen meanwhile did not stay to be signed in.
      if (result.outcome === 'signed-in') await endProviderSession();
      return null;
    }
    if (result.outcome !== 'signed-in') return result;
    // The address first, in one step that nothing is drawn between: the guard sends whoever has a
    // session on the login page to the profile.
    await navigate(paths.home(), { replace: true, flushSync: true });
    startSession({ token: result.token, loginUser: { name: result.name } });
    return null;
  }

  return async (values) => {
    if (isUnderWay.current) return null;
    isUnderWay.current = true;
    try {
      return await attempt(values);
    } finally {
      isUnderWay.current = false;
    }
  };
}
