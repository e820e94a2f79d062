import { useNavigate } from '@kargo/shared-runtime/router';
import { onSessionEnd } from '@kargo/shared-runtime/session';
import { paths } from '@kargo/shared-types/page/paths';
import { useEffect } from 'react';

/**
 * Goes to login when the session ends (spec section 4). A session that has expired, or was ended in another tab,
 * leaves public pages as they are; the guard redirects from the others.
 */
export function useSessionEnd(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      onSessionEnd((reason) => {
        const isByDriver = reason === 'logged-out' || reason === 'profile-load-failed';
        if (isByDriver) navigate(paths.login(), { replace: true });
      }),
    [navigate],
  );
}
