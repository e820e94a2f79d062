import { forgetUnsent, useHasUnsent } from '@kargo/shared-runtime/layout';
import { Box } from '@kargo/shared-runtime/ui';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { useIsOnline } from '@kargo/shared-ui/useIsOnline';
import { Wifi, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Notice } from '../Notice.tsx';

/**
 * Says that the browser is offline and, for a moment, that it is online again. It no longer promises to carry
 * on once a person was told that something was not sent.
 */
export function ConnectionNotice() {
  const connection = useConnection();
  const hasUnsent = useHasUnsent();
  useEffect(() => {
    if (connection === 'online') forgetUnsent();
  }, [connection]);
  return (
    // Always there, since screen readers announce what changes in an element that they know.
    <Box aria-live="polite">
      {connection === 'offline' && (
        <Notice>
          <LineIcon of={WifiOff} boxSize="1.25rem" color="amber" />
          <span>
            {hasUnsent
              ? "You're offline. Nothing was sent."
              : "You're offline. We'll carry on when you're back."}
          </span>
        </Notice>
      )}
      {connection === 'back' && (
        <Notice>
          <LineIcon of={Wifi} boxSize="1.25rem" color="lime" />
          <span>{hasUnsent ? 'Back online. You can try again now.' : 'Back online.'}</span>
        </Notice>
      )}
    </Box>
  );
}

const backNoticeMs = 4000;

/** Whether the browser is online, as in the first render; `back` for a moment after it was offline. */
function useConnection() {
  const isOnline = useIsOnline();
  const [connection, setConnection] = useState<'online' | 'offline' | 'back'>('online');
  if (!isOnline && connection !== 'offline') setConnection('offline');
  if (isOnline && connection === 'offline') setConnection('back');
  useEffect(() => {
    if (connection !== 'back') return;
    const timer = setTimeout(() => setConnection('online'), backNoticeMs);
    return () => clearTimeout(timer);
  }, [connection]);
  return connection;
}
