import { useEffect } from 'react';
import { useNavigate } from 'shared-runtime/router';
import { onSessionEnd } from 'shared-runtime/session';
import { paths } from 'shared-types/page/paths';

/**
 * Goes to login when the session ends (spec section 4). A session that was ended in another tab
 * leaves public pages as they are; the guard redirects from the others.
 */
export function useSessionEnd(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      onSessionEnd((reason) => {
        if (reason !== 'ended-in-other-tab') navigate(paths.login(), { replace: true });
      }),
    [navigate],
  );
}
