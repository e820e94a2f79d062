import { css, cx } from '@kargo/shared-runtime/styles';
import type { ComponentProps } from 'react';
import type { Elements } from '../elements.ts';
import * as paint from './paint.ts';
import { Stroke } from './Stroke.tsx';

interface RouteLineProps extends Pick<ComponentProps<'svg'>, 'viewBox' | 'preserveAspectRatio'> {
  className?: string;
  d: string;
  color?: string;
  /** Whether it stretches to fill its place. */
  isStretched?: boolean;
  /** Whether the line keeps its width, however large the drawing. */
  isWidthKept?: boolean;
  /** Elements behind the line. */
  ground?: Elements;
  children?: Elements;
}

/** The dotted route line that runs through the site, and what is on it. Decoration. */
export function RouteLine({
  className,
  d,
  color = paint.violet500,
  isStretched,
  isWidthKept = isStretched,
  preserveAspectRatio = isStretched ? 'none' : undefined,
  ground,
  children,
  ...svg
}: RouteLineProps) {
  return (
    <svg
      className={cx(lineStyle, className)}
      aria-hidden
      preserveAspectRatio={preserveAspectRatio}
      {...svg}
    >
      {ground}
      <Stroke d={d} color={color} width={3.2} dots={11} isWidthKept={isWidthKept} />
      {children}
    </svg>
  );
}

const lineStyle = css({
  _byDefault: { position: 'absolute', overflow: 'visible', fill: 'none' },
});
