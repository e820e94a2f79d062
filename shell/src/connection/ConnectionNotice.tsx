import { Wifi, WifiOff } from 'lucide-react';
import { Box, Icon } from 'shared-runtime/ui';
import { Notice } from '../Notice.tsx';
import { useConnection } from './useConnection.ts';

/** Says that the connection is away and, for a moment, that it is back. */
export function ConnectionNotice() {
  const connection = useConnection();
  return (
    // Always there, since screen readers announce what changes in an element that they know.
    <Box aria-live="polite">
      {connection === 'offline' && (
        <Notice>
          <Icon asChild boxSize="1.25rem" flexShrink={0} color="amber">
            <WifiOff aria-hidden strokeWidth={1.75} />
          </Icon>
          You're offline. We'll carry on when you're back.
        </Notice>
      )}
      {connection === 'back' && (
        <Notice>
          <Icon asChild boxSize="1.25rem" flexShrink={0} color="lime">
            <Wifi aria-hidden strokeWidth={1.75} />
          </Icon>
          Back online.
        </Notice>
      )}
    </Box>
  );
}
