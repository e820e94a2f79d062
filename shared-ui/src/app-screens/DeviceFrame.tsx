import type { ReactNode } from 'react';
import { Box, type BoxProps } from 'shared-runtime/ui';
import { Drawing } from '../drawing/Drawing.tsx';
import { screenSize } from './screen-parts.tsx';

/** Frame around the screen, in the units of the screen. */
const bezel = 12;
const outer = { width: screenSize.width + 2 * bezel, height: screenSize.height + 2 * bezel };

interface DeviceFrameProps extends BoxProps {
  /** What the picture shows, for people who cannot see it. */
  label: string;
  /** An app screen: SVG drawn on `screenSize`. */
  children: ReactNode;
}

/** A phone that shows an app screen. It takes the width it is given; all in it is in proportion. */
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
          boxSize="full"
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
