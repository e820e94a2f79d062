import { chakra } from '@kargo/shared-runtime/ui';
import type { ComponentProps } from 'react';
import type { Elements } from '../elements.ts';
import * as paint from './paint.ts';
import { Stroke } from './Stroke.tsx';

interface RouteLineProps extends Omit<ComponentProps<typeof chakra.svg>, 'color' | 'children'> {
  d: string;
  color?: string;
  /** Whether it fills its place, whatever the shape of that. */
  isStretched?: boolean;
  /** Whether the line is as wide as elsewhere, however large the drawing. */
  isWidthKept?: boolean;
  /** Elements behind the line. */
  ground?: Elements;
  children?: Elements;
}

/** The dotted route line that runs through the site, with what stands on it. Decoration. */
export function RouteLine({
  d,
  color = paint.violet500,
  isStretched,
  isWidthKept = isStretched,
  ground,
  children,
  ...svg
}: RouteLineProps) {
  return (
    <chakra.svg
      aria-hidden
      position="absolute"
      overflow="visible"
      fill="none"
      preserveAspectRatio={isStretched ? 'none' : undefined}
      {...svg}
    >
      {ground}
      <Stroke d={d} color={color} width={3.2} dots={11} isWidthKept={isWidthKept} />
      {children}
    </chakra.svg>
  );
}
