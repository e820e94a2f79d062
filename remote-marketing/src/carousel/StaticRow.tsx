import { css } from '@kargo/shared-runtime/styles';
import type { ReactNode } from 'react';
import { useMediaQuery } from '../browser/useMediaQuery.ts';

/** How many slides are visible, by width of the window; a fraction lets the next one peek in. */
export interface SlidesShown {
  phone: number;
  /** From 768 px. */
  tablet: number;
  /** From 1200 px. */
  desktop: number;
}

/** How many slides are visible now. The same widths as `md` and `xl` of the theme. */
export function useSlidesShown({ phone, tablet, desktop }: SlidesShown): number {
  const isTablet = useMediaQuery('(min-width: 48em)');
  const isDesktop = useMediaQuery('(min-width: 75em)');
  if (isDesktop) return desktop;
  return isTablet ? tablet : phone;
}

/** A part of 1 as a CSS length. */
export const percent = (part: number) => `${(100 * part).toFixed(4)}%`;

/** The slides in a row, at the positions and sizes that the slider gives them. */
export function StaticRow({ children }: { children: ReactNode[] }) {
  return (
    <div className={rowStyle}>
      {children.map((child, index) => (
        <div key={index}>{child}</div>
      ))}
    </div>
  );
}

const rowStyle = css({
  display: 'flex',
  '& > *': { flex: '0 0 auto', width: 'calc(100% / var(--shown))' },
  '@media print': { flexWrap: 'wrap', '& > *': { width: '50%' } },
});
