import { Wifi, WifiOff } from 'lucide-react';
import { Box, chakra, Icon } from 'shared-runtime/ui';
import { useConnection } from './useConnection.ts';

/** Says that the connection is away and, for a moment, that it is back. Covers no button. */
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

const Notice = chakra('p', {
  base: {
    position: 'fixed',
    bottom: { base: '4', md: '8' },
    left: { base: '4', md: '50%' },
    // Leaves room for the button in the corner.
    maxW: 'calc(100vw - 6rem)',
    transform: { md: 'translateX(-50%)' },
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    px: '4',
    py: '3',
    color: 'white',
    bg: 'ink.950',
    border: '1px solid',
    borderColor: 'ink.600',
    borderRadius: 'button',
    boxShadow: 'm',
    textStyle: 'small',
    zIndex: 'toast',
    animationName: 'appear',
    animationDuration: 'fast',
  },
});
