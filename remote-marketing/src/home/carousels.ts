import type { CarouselSettings } from '../carousel/Carousel.tsx';

/** The three carousels of the landing page (spec section 9). */
export const testimonialsCarousel: CarouselSettings = {
  testId: 'carousel-testimonials',
  label: 'Reviews',
  gutter: '1.5rem',
  shown: { phone: 1, tablet: 1, desktop: 1 },
  intervalMs: 3000,
  transitionMs: 400,
};

export const logosCarousel: CarouselSettings = {
  testId: 'carousel-logos',
  label: 'Companies',
  gutter: '2rem',
  shown: { phone: 2, tablet: 3, desktop: 5 },
  intervalMs: 2000,
  transitionMs: 500,
};

export const screensCarousel: CarouselSettings = {
  testId: 'carousel-screens',
  label: 'App screens',
  gutter: '1.5rem',
  shown: { phone: 1.2, tablet: 3, desktop: 5 },
  intervalMs: 2500,
  transitionMs: 600,
};
