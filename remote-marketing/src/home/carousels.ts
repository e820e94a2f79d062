import { css } from '@kargo/shared-runtime/styles';
import type { CarouselSettings } from '../carousel/Carousel.tsx';

/** The three carousels of the landing page (spec section 9). */
export const testimonialsCarousel: CarouselSettings = {
  testId: 'carousel-testimonials',
  label: 'Reviews',
  shown: { phone: 1, tablet: 1, desktop: 1 },
  className: css({ '--gutter': '1.5rem', '--shown': '1' }),
  intervalMs: 3000,
  transitionMs: 400,
};

export const logosCarousel: CarouselSettings = {
  testId: 'carousel-logos',
  label: 'Companies',
  shown: { phone: 2, tablet: 3, desktop: 5 },
  className: css({ '--gutter': '2rem', '--shown': { base: '2', md: '3', xl: '5' } }),
  intervalMs: 2000,
  transitionMs: 500,
};

export const screensCarousel: CarouselSettings = {
  testId: 'carousel-screens',
  label: 'App screens',
  shown: { phone: 1.2, tablet: 3, desktop: 5 },
  className: css({
    '--gutter': '1.5rem',
    '--shown': { base: '1.2', md: '3', xl: '5' },
    // On phones as wide as the window, so that the slide that peeks in ends at its edge.
    '--to-edge': { base: 'var(--side)', md: '0px' },
  }),
  intervalMs: 2500,
  transitionMs: 600,
};
