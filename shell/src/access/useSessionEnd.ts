import { useLocationAtOnce, useNavigate } from '@kargo/shared-runtime/router';
import { onSessionEnd } from '@kargo/shared-runtime/session';
import { paths } from '@kargo/shared-types/page/paths';
import { useEffect } from 'react';
import { routeAt } from '../routes.ts';

/**
 * Goes from a public page to login when the session ends (spec section 4), unless it ends silently,
 * as in another tab. On other pages the guard redirects.
 */
export function useSessionEnd(): void {
  const navigate = useNavigate();
  const { pathname } = useLocationAtOnce();
  const route = routeAt(pathname);
  const isPublic = !route || route.access === 'public';
  useEffect(
    () =>
      onSessionEnd((_reason, isSilent) => {
        if (isPublic && !isSilent) navigate(paths.login(), { replace: true });
      }),
    [navigate, isPublic],
  );
}
