import { type ReactNode, useEffect } from 'react';
import { Navigate } from 'shared-runtime/router';
import { isProfile, useSession } from 'shared-runtime/session';
import { paths } from 'shared-types/paths';
import type { Route } from '../routes.ts';

/**
 * The guard (spec section 2): a protected route without a session goes to login, and the login
 * screen sends a signed-in visitor to the profile. The profile is loaded on the way in.
 */
export function RequireAccess({
  access,
  children,
}: {
  access: Route['access'];
  children: ReactNode;
}) {
  const { token, loginUser, isLoading } = useSession();
  const needsProfile = access === 'signed-in' && token !== null && !isProfile(loginUser);

  useEffect(() => {
    if (needsProfile && !isLoading) void loadProfile();
  }, [needsProfile, isLoading]);

  if (access === 'signed-in' && token === null) return <Navigate to={paths.login()} replace />;
  if (access === 'signed-out' && token !== null) return <Navigate to={paths.profile()} replace />;
  return children;
}

async function loadProfile(): Promise<void> {
  const actions = await import('shared-runtime/session-actions');
  await actions.loadProfile();
}
