import type { CarouselSettings } from '../carousel/Carousel.tsx';

interface NamedCarousel extends CarouselSettings {
  testId: string;
  label: string;
  gutter: string;
}

/** The three carousels of the landing page (spec section 9). */
export const testimonialsCarousel: NamedCarousel = {
  testId: 'carousel-testimonials',
  label: 'Reviews',
  gutter: '1.5rem',
  shown: { phone: 1, tablet: 1, desktop: 1 },
  intervalMs: 3000,
  transitionMs: 400,
};

export const logosCarousel: NamedCarousel = {
  testId: 'carousel-logos',
  label: 'Companies',
  gutter: '2rem',
  shown: { phone: 2, tablet: 3, desktop: 5 },
  intervalMs: 2000,
  transitionMs: 500,
};

export const screensCarousel: NamedCarousel = {
  testId: 'carousel-screens',
  label: 'App screens',
  gutter: '1.5rem',
  shown: { phone: 1.2, tablet: 3, desktop: 5 },
  intervalMs: 2500,
  transitionMs: 600,
};
