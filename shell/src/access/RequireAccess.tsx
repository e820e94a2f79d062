import { Navigate, useLocation } from '@kargo/shared-runtime/router';
import { useSession } from '@kargo/shared-runtime/session';
import { magicTokenParameter } from '@kargo/shared-types/page/magic-token-parameter';
import { paths } from '@kargo/shared-types/page/paths';
import type { Elements } from '@kargo/shared-ui/elements';
import { useHydrated } from '@kargo/shared-ui/useHydrated';
import type { Route } from '../routes.ts';
import { SignedOut } from './SignedOut.tsx';
import { useMagicLink } from './useMagicLink.ts';
import { useProfileLoad } from './useProfileLoad.ts';

interface RequireAccessProps {
  access: Route['access'];
  children: Elements;
}

/**
 * The guard (spec section 2). A route that is not marked as open needs a session or a magic token,
 * and redirects to login otherwise. The login screen redirects a signed-in visitor to the profile,
 * which is loaded on the way in.
 */
export function RequireAccess({ access, children }: RequireAccessProps) {
  const isProtected = access !== 'public' && access !== 'signed-out';
  const { token } = useSession();
  const { search } = useLocation();
  // A page is prerendered for a signed-out visitor.
  const isSignedIn = useHydrated() && token !== null;
  const magicToken = isProtected ? magicTokenIn(search) : null;
  useMagicLink(magicToken);
  useProfileLoad(isProtected && magicToken === null);

  if (isProtected && token === null && magicToken === null) {
    return <Navigate to={paths.login()} replace />;
  }
  if (access !== 'signed-out') return children;
  return isSignedIn ? <Navigate to={paths.profile()} replace /> : <SignedOut>{children}</SignedOut>;
}

/** The magic token in an address, without a dot or slash that a mail program added; null when missing or empty. */
function magicTokenIn(search: string): string | null {
  return /^[\w-]+/.exec(new URLSearchParams(search).get(magicTokenParameter) ?? '')?.[0] ?? null;
}
