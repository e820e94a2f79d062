import { useLocation } from '@kargo/shared-runtime/router';
import { useSession } from '@kargo/shared-runtime/session';
import { Box } from '@kargo/shared-runtime/ui';
import { useAtom } from 'jotai';
import { useEffect } from 'react';
import { Notice } from '../Notice.tsx';
import { newTokenAtom } from './load-profile.ts';

/** Says who is signed in after a mailed link has replaced another session, until the driver goes to another page. */
export function NewDriverNotice() {
  const [newToken, setNewToken] = useAtom(newTokenAtom);
  const { token, loginUser } = useSession();
  const { pathname } = useLocation();
  useEffect(() => () => void (pathname && setNewToken(null)), [pathname, setNewToken]);
  return (
    // Always mounted, since screen readers announce changes in existing elements only.
    <Box aria-live="polite">
      {token && token === newToken && (
        <Notice>{`You are signed in as ${loginUser?.name} now.`}</Notice>
      )}
    </Box>
  );
}
