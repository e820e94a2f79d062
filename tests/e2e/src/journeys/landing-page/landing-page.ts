import { paths } from '@kargo/shared-types/page/paths';
import type { Locator, Page } from '@playwright/test';
import { expect } from '../../support/journey.ts';

/** Opens Home and waits until its carousels are sliders: then its layout is final. */
export async function openHome(page: Page): Promise<void> {
  await page.goto(paths.home());
  await bringCarouselsNear(page);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
}

/** A carousel becomes a slider when it nears the window. */
export async function bringCarouselsNear(page: Page): Promise<void> {
  const sliders = page.locator('.slick-initialized');
  for (const [index, name] of ['testimonials', 'logos', 'screens'].entries()) {
    await placeAt(page.getByTestId(`carousel-${name}`), 0);
    await expect(async () => {
      expect(await sliders.count()).toBeGreaterThan(index);
    }).toPass();
  }
}

export async function scrollTo(page: Page, scrollY: number): Promise<void> {
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), scrollY);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrollY);
}

/** Scrolls until the element's upper edge is this far below the window's. */
export async function placeAt(element: Locator, y: number): Promise<void> {
  await element.evaluate((it, y) => {
    const top = window.scrollY + it.getBoundingClientRect().top - y;
    window.scrollTo({ top, behavior: 'instant' });
  }, y);
}
