import type { ReactNode } from 'react';
import { Box, type BoxProps } from 'shared-runtime/ui';
import { Drawing } from './Drawing.tsx';

/** Size of what a device shows, in the units its screen is drawn in. */
export const screenSize = { width: 276, height: 596 } as const;

/** Frame around the screen, in the same units. */
const bezel = 12;
const outer = { width: screenSize.width + 2 * bezel, height: screenSize.height + 2 * bezel };

interface DeviceFrameProps extends BoxProps {
  /** What the picture shows, for people who cannot see it. */
  label: string;
  /** An app screen: SVG drawn on `screenSize`. */
  children: ReactNode;
}

/**
 * A phone that shows an app screen. It takes the width it is given; everything in it is in
 * proportion, so the drawing stays sharp at any size.
 */
export function DeviceFrame({ label, children, ...box }: DeviceFrameProps) {
  return (
    <Box
      role="img"
      aria-label={label}
      position="relative"
      w="full"
      aspectRatio={`${outer.width} / ${outer.height}`}
      bg="ink.950"
      borderRadius={roundedBy(48, outer)}
      boxShadow="0 0 0 1px {colors.ink.800}, {shadows.l}"
      {...box}
    >
      <Box
        position="absolute"
        insetX={percent(bezel, outer.width)}
        insetY={percent(bezel, outer.height)}
        overflow="hidden"
        borderRadius={roundedBy(48 - bezel, screenSize)}
      >
        <Drawing
          aria-hidden
          w="full"
          h="full"
          viewBox={`0 0 ${screenSize.width} ${screenSize.height}`}
        >
          {children}
        </Drawing>
      </Box>
    </Box>
  );
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(3)}%`;
}

function roundedBy(radius: number, { width, height }: { width: number; height: number }): string {
  return `${percent(radius, width)} / ${percent(radius, height)}`;
}
