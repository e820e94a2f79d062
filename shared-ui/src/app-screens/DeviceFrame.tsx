import { Box, type BoxProps, chakra } from '@kargo/shared-runtime/ui';
import screens from './app-screens.svg';

/** Screens of the app, as they are named in app-screens.svg. */
export type AppScreen =
  | 'welcome'
  | 'new-delivery'
  | 'price'
  | 'tracking'
  | 'message'
  | 'proof'
  | 'driver-request'
  | 'driver-paid';

interface DeviceFrameProps extends BoxProps {
  label: string;
  screen: AppScreen;
}

/**
 * A phone of 300 × 620 around an app screen of 276 × 596, with corners of 48 and 36. It fills the width that it
 * is given, and everything in it scales.
 */
export function DeviceFrame({ label, screen, ...box }: DeviceFrameProps) {
  return (
    <Box
      role="img"
      aria-label={label}
      position="relative"
      w="full"
      aspectRatio="300 / 620"
      bg="ink.950"
      borderRadius="16% / 7.742%"
      boxShadow="0 0 0 1px {colors.ink.800}, {shadows.l}"
      {...box}
    >
      <Box
        position="absolute"
        insetX="4%"
        insetY="1.935%"
        overflow="hidden"
        borderRadius="13.043% / 6.04%"
      >
        <chakra.svg aria-hidden boxSize="full" viewBox="0 0 276 596">
          <use href={`${screens}#${screen}`} />
        </chakra.svg>
      </Box>
    </Box>
  );
}
