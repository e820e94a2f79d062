import { forgetUnsent, useHasUnsent } from '@kargo/shared-runtime/layout';
import { Box } from '@kargo/shared-runtime/ui';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { Wifi, WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { Notice } from '../Notice.tsx';
import { useConnection } from './useConnection.ts';

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
