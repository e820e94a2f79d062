import { Box } from '@kargo/shared-runtime/ui';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { Wifi, WifiOff } from 'lucide-react';
import { Notice } from '../Notice.tsx';
import { useConnection } from './useConnection.ts';

/** Says that the browser is offline and, for a moment, that it is online again. */
export function ConnectionNotice() {
  const connection = useConnection();
  return (
    // Always there, since screen readers announce what changes in an element that they know.
    <Box aria-live="polite">
      {connection === 'offline' && (
        <Notice>
          <LineIcon of={WifiOff} boxSize="1.25rem" color="amber" />
          You're offline. We'll carry on when you're back.
        </Notice>
      )}
      {connection === 'back' && (
        <Notice>
          <LineIcon of={Wifi} boxSize="1.25rem" color="lime" />
          Back online.
        </Notice>
      )}
    </Box>
  );
}
