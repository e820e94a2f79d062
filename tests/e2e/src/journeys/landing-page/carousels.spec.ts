import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../support/journey.ts';
import { openHome } from './landing-page.ts';

// The three carousels (spec section 9).

/** In the page's order. */
const carousels = [
  { testId: 'carousel-testimonials', label: 'Reviews', shown: 1, slides: 4, interval: 3000 },
  { testId: 'carousel-logos', label: 'Companies', shown: 5, slides: 8, interval: 2000 },
  { testId: 'carousel-screens', label: 'App screens', shown: 5, slides: 6, interval: 2500 },
];
const longest = 3000;
/** A movement shows one frame later, in ms. */
const margin = 50;

test.beforeEach(({ page }) => page.clock.install());

// useAutoplay.test.ts tests that a hidden tab also stops a carousel.
test('each carousel moves by one slide at its own interval, unless it is paused, under the pointer, or has the focus', async ({
  page,
}) => {
  await openHome(page);
  await pauseClock(page);
  const before = await allSlides(page);
  await page.clock.runFor(longest + margin);
  for (const [index, { testId }] of carousels.entries())
    await expect.poll(() => slidesOf(page, testId), testId).not.toEqual(before[index]);
  await page.clock.resume();

  await page.getByRole('button', { name: 'Pause Companies' }).click();
  await page.getByRole('button', { name: 'Next of App screens' }).focus();
  await page.getByTestId('carousel-testimonials').locator('[data-active=true]').hover();
  await pauseClock(page);
  await expectStandingStill(page);
  await expect(page.getByRole('button', { name: 'Play Companies' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause Reviews' })).toBeVisible();

  await page.mouse.move(0, 0);
  for (const { testId, label, shown, slides, interval } of carousels) {
    // Starting it begins a new interval.
    const pause = page.getByRole('button', { name: `Pause ${label}` });
    if (await pause.isVisible()) await pause.press('Enter');
    await page.getByRole('button', { name: `Play ${label}` }).press('Enter');
    await expect(pause).toBeVisible();
    const [first = 0, ...others] = await slidesOf(page, testId);
    await page.clock.runFor(interval - margin);
    expect(await slidesOf(page, testId), testId).toEqual([first, ...others]);
    await page.clock.runFor(2 * margin);
    await expect
      .poll(() => slidesOf(page, testId), testId)
      .toEqual(Array.from({ length: shown }, (_, slot) => (first + 1 + slot) % slides));
  }
});

test('a slide takes 500 ms for logos and 600 ms for screens, and the width of the window decides how many are visible, and where their buttons are', async ({
  page,
}) => {
  await openHome(page);
  for (const [testId, milliseconds] of [
    ['carousel-logos', 500],
    ['carousel-screens', 600],
  ] as const) {
    const carousel = page.getByTestId(testId);
    await carousel.hover();
    const took = await carousel.evaluate(
      (it) =>
        new Promise<unknown>((resolve) => {
          const track = it.querySelector('.slick-track');
          // There may be no end event: react-slick may have removed the transition by then.
          track?.addEventListener('transitionrun', ({ target }) => {
            if (target === track) resolve(track.getAnimations()[0]?.effect?.getTiming().duration);
          });
          it.querySelector<HTMLElement>('button[aria-label^=Next]')?.click();
        }),
    );
    expect(took, testId).toBe(milliseconds);
  }

  for (const [width, logos, screens, place] of [
    [1200, 5, 5, 'above'],
    [1199, 3, 3, 'above'],
    [768, 3, 3, 'above'],
    [767, 2, 1, 'below'],
    [390, 2, 1, 'below'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    for (const [testId, shown] of [
      ['carousel-logos', logos],
      ['carousel-screens', screens],
      ['carousel-testimonials', 1],
    ] as const) {
      const active = page.getByTestId(testId).locator('[data-active=true]');
      await expect(active, `${testId} at ${width} px`).toHaveCount(shown);
    }
    for (const { testId, label } of carousels.slice(1)) {
      await expectInOneRow(page.getByTestId(testId), label, place);
    }
  }
});

/** Stops the page's clock, so that a slow machine misses no movement. */
async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000);
}

/** The numbers of the slides that a carousel shows. */
const slidesOf = (page: Page, testId: string) =>
  page
    .getByTestId(testId)
    .locator('[data-active=true]')
    .evaluateAll((slides) => slides.map((it) => Number((it as HTMLElement).dataset.index)));

const allSlides = (page: Page) =>
  Promise.all(carousels.map(({ testId }) => slidesOf(page, testId)));

/** Lets moving slides arrive, and expects no carousel to move for longer than any interval. */
async function expectStandingStill(page: Page): Promise<void> {
  await page.clock.runFor(700);
  const before = await allSlides(page);
  await page.clock.runFor(longest + 300);
  expect(await allSlides(page)).toEqual(before);
}

test.describe('for a visitor who wants less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('counters show their final values; carousels only move when asked, wrap around in both directions, have no slide twice for screen readers, and a dot leads to its slide', async ({
    page,
  }) => {
    await openHome(page);
    await expect(page.getByTestId('counter')).toHaveText(['12', '150', '2578', '5.0']);
    for (const { testId, slides } of carousels) {
      const carousel = page.getByTestId(testId);
      const clones = carousel.locator('.slick-cloned');
      expect(await clones.count(), testId).toBeGreaterThan(0);
      await expect(carousel.locator('.slick-cloned:not([aria-hidden=true])')).toHaveCount(0);
      await expect(carousel.locator('.slick-cloned [data-slide]:not([inert])')).toHaveCount(0);
      await expect(carousel.locator('.slick-slide:not(.slick-cloned) [data-slide]')).toHaveCount(
        slides,
      );
    }

    await pauseClock(page);
    await expectStandingStill(page);
    await page.clock.resume();

    for (const { testId, label, shown, slides } of carousels) {
      const carousel = page.getByTestId(testId);
      const active = carousel.locator('[data-active=true]');
      await expect(active).toHaveCount(shown);
      await carousel.getByRole('button', { name: `Previous of ${label}` }).click();
      await expect(active.first()).toHaveAttribute('data-index', String(slides - 1));
      for (let step = 0; step < slides; step += 1) {
        await carousel.getByRole('button', { name: `Next of ${label}` }).click();
        await expect(active.first()).toHaveAttribute('data-index', String(step));
        await expect(active).toHaveCount(shown);
      }
    }

    for (const { testId, slides } of carousels) {
      const carousel = page.getByTestId(testId);
      const first = carousel.locator('[data-active=true]').first();
      for (const index of [slides - 1, 1, 0]) {
        const dot = carousel.getByRole('button', { name: `Show ${index + 1} of ${slides}` });
        await dot.click();
        await expect(first).toHaveAttribute('data-index', String(index));
        await expect(dot).toHaveAttribute('aria-current', 'true');
        await expect(carousel.locator('button[aria-current=true]')).toHaveCount(1);
      }
      await carousel.getByRole('button', { name: 'Previous of' }).click();
      const last = carousel.getByRole('button', { name: `Show ${slides} of ${slides}` });
      await expect(last).toHaveAttribute('aria-current', 'true');
    }

    const screens = page.getByTestId('carousel-screens');
    await screens.getByRole('button', { name: 'Show 4 of 6' }).click();
    const first = screens.locator('[data-active=true]').first();
    await expect(first).toHaveAttribute('data-index', '3');
    await page.setViewportSize({ width: 800, height: 900 });
    await expect(screens.locator('[data-active=true]')).toHaveCount(3);
    await expect(first).toHaveAttribute('data-index', '3');
  });
});

/** Expects a carousel's buttons in one row above or below its slides. */
async function expectInOneRow(
  carousel: Locator,
  label: string,
  place: 'above' | 'below',
): Promise<void> {
  const { slide, rows } = await carousel.evaluate((it, label) => {
    const topOf = (element: Element | null) =>
      Math.round(element?.getBoundingClientRect().y ?? NaN);
    const buttons = it.querySelectorAll(`button[aria-label$="${label}"]`);
    const rows = [...new Set([...buttons].map(topOf))];
    return { slide: topOf(it.querySelector('[data-active=true]')), rows };
  }, label);
  expect(rows, label).toEqual([expect.any(Number)]);
  expect((rows[0] ?? slide) > slide, label).toBe(place === 'below');
}
