import { useMediaQuery } from '../browser/useMediaQuery.ts';

/** How many slides are seen at once, by width of the window; a fraction lets the next one peek in. */
export interface SlidesShown {
  phone: number;
  /** From 768 px. */
  tablet: number;
  /** From 1200 px. */
  desktop: number;
}

/** How many slides are seen at once now. The same widths as the theme's `md` and `xl`. */
export function useSlidesShown({ phone, tablet, desktop }: SlidesShown): number {
  const isTablet = useMediaQuery('(min-width: 48em)');
  const isDesktop = useMediaQuery('(min-width: 75em)');
  if (isDesktop) return desktop;
  return isTablet ? tablet : phone;
}
