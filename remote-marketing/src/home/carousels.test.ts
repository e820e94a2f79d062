/** @jest-environment node */
import { logosCarousel, screensCarousel, testimonialsCarousel } from './carousels.ts';
import { testimonials } from './content.ts';

test('the carousels have the numbers and times of the spec', () => {
  expect(testimonialsCarousel).toMatchObject({ shown: { desktop: 1 }, intervalMs: 3000 });
  expect(logosCarousel).toMatchObject({
    shown: { desktop: 5 },
    intervalMs: 2000,
    transitionMs: 500,
  });
  expect(screensCarousel).toMatchObject({
    shown: { desktop: 5 },
    intervalMs: 2500,
    transitionMs: 600,
  });
});

test('a review is short enough to be read in the three seconds it is shown', () => {
  for (const { review } of testimonials) expect(review.length).toBeLessThanOrEqual(140);
});
