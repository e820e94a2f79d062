import { paths } from '@kargo/shared-types/page/paths';
import type { Locator, Page } from '@playwright/test';
import { expect } from '../../support/journey.ts';

// Times are measured in the page; otherwise they would include the way to the test and back.

/** Opens Home and waits until its carousels are sliders: after that its layout does not change. */
export async function openHome(page: Page): Promise<void> {
  await page.goto(paths.home());
  await bringCarouselsNear(page);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
}

/** A carousel becomes a slider when it is nearly in the window. */
export async function bringCarouselsNear(page: Page): Promise<void> {
  const sliders = page.locator('.slick-initialized');
  for (const [index, name] of ['testimonials', 'logos', 'screens'].entries()) {
    await placeAt(page.getByTestId(`carousel-${name}`), 0);
    await expect(async () => {
      expect(await sliders.count()).toBeGreaterThan(index);
    }).toPass();
  }
}

/** Scrolls to exactly this position at once. */
export async function scrollTo(page: Page, scrollY: number): Promise<void> {
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), scrollY);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrollY);
}

/** Scrolls so that the element's upper edge is this far below the window's upper edge. */
export async function placeAt(element: Locator, y: number): Promise<void> {
  await element.evaluate((it, y) => {
    const top = window.scrollY + it.getBoundingClientRect().top - y;
    window.scrollTo({ top, behavior: 'instant' });
  }, y);
}

/**
 * Scrolls to a position and runs the page's clock, which has to be paused, until an element has the
 * given text.
 *
 * @returns ms on that clock from the first change of the text until it is the given one
 */
export async function millisecondsToCount(
  counter: Locator,
  { scrollY, text }: { scrollY: number; text: string },
): Promise<number> {
  let isThere = false;
  const took = counter
    .evaluate(
      (it, { scrollY, text }) =>
        new Promise<number>((resolve) => {
          let begin = 0;
          const observer = new MutationObserver(() => {
            begin ||= performance.now();
            if (it.textContent !== text) return;
            observer.disconnect();
            resolve(performance.now() - begin);
          });
          observer.observe(it, { characterData: true, childList: true, subtree: true });
          window.scrollTo({ top: scrollY, behavior: 'instant' });
        }),
      { scrollY, text },
    )
    .finally(() => {
      isThere = true;
    });
  while (!isThere) await counter.page().clock.runFor(50);
  return took;
}

/** The slides that a carousel shows from a moment on. */
interface Turn {
  /** Ms since the start of watching. */
  at: number;
  /** Positions of the visible slides. */
  shown: number[];
}

/**
 * Watches carousels in parallel and returns the first slides of each and every change. Runs the
 * page's clock, which has to be paused, for this time.
 */
export async function watchCarousels(carousels: Locator, milliseconds: number): Promise<Turn[][]> {
  const watched = carousels.evaluateAll(
    (elements, milliseconds) =>
      new Promise<Turn[][]>((resolve) => {
        const begin = performance.now();
        const turns: Turn[][] = elements.map(() => []);
        const look = () => {
          const at = performance.now() - begin;
          for (const [index, carousel] of elements.entries()) {
            const seen = carousel.querySelectorAll<HTMLElement>('[data-active=true]');
            const shown = [...seen].map(({ dataset }) => Number(dataset.index));
            const last = turns[index]?.at(-1);
            if (last?.shown.join() !== shown.join()) turns[index]?.push({ at, shown });
          }
          if (at > milliseconds) resolve(turns);
          else requestAnimationFrame(look);
        };
        look();
      }),
    milliseconds,
  );
  const [turns] = await Promise.all([watched, carousels.page().clock.runFor(milliseconds + 100)]);
  return turns;
}
