import { Navigate, useLocationAtOnce, useNavigate } from '@kargo/shared-runtime/router';
import { isProfile, useSession } from '@kargo/shared-runtime/session';
import { magicTokenParameter } from '@kargo/shared-types/page/magic-token-parameter';
import { paths } from '@kargo/shared-types/page/paths';
import type { Elements } from '@kargo/shared-ui/elements';
import { tokenInQuery } from '@kargo/shared-ui/token-in-query';
import { useHydrated } from '@kargo/shared-ui/useHydrated';
import { useEffect } from 'react';
import type { Route } from '../routes.ts';
import { loadProfile } from './load-profile.ts';
import { SignedOut } from './SignedOut.tsx';

interface RequireAccessProps {
  access: Route['access'];
  children: Elements;
}

/**
 * The guard (spec section 2). Routes that are not open need a session or a magic token and load the
 * profile; without either they redirect to login. The login redirects drivers to the profile.
 */
export function RequireAccess({ access, children }: RequireAccessProps) {
  const isProtected = access !== 'public' && access !== 'signed-out';
  const { token } = useSession();
  const { search } = useLocationAtOnce();
  // Pages are prerendered for signed-out visitors.
  const isSignedIn = useHydrated() && token !== null;
  const magicToken = (isProtected && tokenInQuery(search, magicTokenParameter)) || null;
  useMagicLink(magicToken);
  useProfileLoad(isProtected && magicToken === null);

  if (isProtected && token === null && magicToken === null) {
    return <Navigate to={paths.login()} replace />;
  }
  if (access !== 'signed-out') return children;
  return isSignedIn ? <Navigate to={paths.profile()} replace /> : <SignedOut>{children}</SignedOut>;
}

/**
 * Signs in with the magic token in the address, if there is one, and then removes it, valid or not
 * (spec section 4). The guard does the rest.
 */
function useMagicLink(magicToken: string | null): void {
  const { search, hash } = useLocationAtOnce();
  const navigate = useNavigate();
  useEffect(() => {
    if (magicToken === null) return;
    let isHere = true;
    void loadProfile(magicToken).then(() => {
      const parameters = new URLSearchParams(search);
      parameters.delete(magicTokenParameter);
      if (isHere) navigate({ search: parameters.toString(), hash }, { replace: true });
    });
    return () => {
      isHere = false;
    };
  }, [magicToken, search, hash, navigate]);
}

/** Loads the signed-in driver's profile when it is needed and missing. */
function useProfileLoad(isWanted: boolean): void {
  const { token, loginUser, isLoading } = useSession();
  const isMissing = isWanted && token !== null && !isProfile(loginUser) && !isLoading;
  useEffect(() => {
    if (isMissing) void loadProfile();
  }, [isMissing]);
}
