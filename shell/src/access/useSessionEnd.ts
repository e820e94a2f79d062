import { useNavigate } from '@kargo/shared-runtime/router';
import { onSessionEnd } from '@kargo/shared-runtime/session';
import { paths } from '@kargo/shared-types/page/paths';
import { useEffect } from 'react';

/**
 * Goes to login when the session ends (spec section 4). One that ends silently, as in another tab, leaves public
 * pages as they are; the guard redirects from the others.
 */
export function useSessionEnd(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      onSessionEnd((_reason, isSilent) => {
        if (!isSilent) navigate(paths.login(), { replace: true });
      }),
    [navigate],
  );
}
