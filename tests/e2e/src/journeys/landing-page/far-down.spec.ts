import { paths } from '@kargo/shared-types/page/paths';
import type { Page } from '@playwright/test';
import { expectHydrated } from '../../support/expect-hydrated.ts';
import { hold, remoteScripts, scripts } from '../../support/hold.ts';
import { expect, test } from '../../support/journey.ts';
import { widths } from '../../support/widths.ts';
import { scrollTo } from './landing-page.ts';

// The layout of sections far down comes later than the rest, without a visible difference.

for (const width of widths(390)) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('sections far down wait until they are near or hydrated', async ({ page }) => {
      const arrive = await hold(page, scripts);
      await page.goto(paths.home(), { waitUntil: 'commit' });
      const last = page.getByRole('heading', { name: 'Questions people ask' });
      await expect(last).toBeAttached();
      expect(await countWaiting(page)).toBe(8);
      expect(await last.evaluate((it) => it.checkVisibility({ contentVisibilityAuto: true }))).toBe(
        false,
      );
      const height = await heightOf(page);

      const question = page.locator('#faqs').getByRole('button').last();
      await question.focus();
      await expect(question).toBeInViewport();

      arrive();
      await expect.poll(() => countWaiting(page)).toBe(0);
      await expect(question).toBeFocused();
      await expect(question).toBeInViewport();
      expect(height / (await heightOf(page))).toBeGreaterThan(0.9);
      expect(height / (await heightOf(page))).toBeLessThan(1.1);
    });

    test('a link to a section leads there even while sections far down still wait', async ({
      page,
      consoleErrors,
    }) => {
      consoleErrors.allow(/failed: |ERR_FAILED/);
      const { promise: mustFail, resolve: fail } = Promise.withResolvers<void>();
      await page.route(remoteScripts, (route) => mustFail.then(() => route.abort()));
      await page.goto(paths.home(), { waitUntil: 'commit' });
      const header = page.getByTestId('site-header');
      const link = header.getByRole('link', { name: "FAQ's", includeHidden: true }).first();
      await expect(async () => {
        expect(await link.evaluate((it) => Object.keys(it).join())).toContain('__reactFiber');
      }).toPass();
      expect(await countWaiting(page)).toBe(8);
      await link.evaluate((it: HTMLElement) => it.click());
      fail();
      const last = page.getByRole('heading', { name: 'Questions people ask' });
      await expect(last).toBeFocused();
      await expect(last).toBeInViewport();
      expect(await countWaiting(page)).toBe(0);
    });

    test('a page that opens below its top is laid out at once', async ({ page }) => {
      await page.goto(paths.home());
      await expectHydrated(page);
      await expect.poll(() => countWaiting(page)).toBe(0);
      const height = await heightOf(page);
      await scrollTo(page, Math.round(height * 0.7));

      const arrive = await hold(page, scripts);
      await page.reload({ waitUntil: 'commit' });
      await expect(page.locator('#faqs h2')).toBeAttached();
      expect(await countWaiting(page)).toBe(0);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(Math.round(height * 0.7));
      // Lines may break elsewhere until the fonts have loaded.
      await expect.poll(() => heightOf(page)).toBe(height);
      arrive();
      await expectHydrated(page);
      expect(await page.evaluate(() => window.scrollY)).toBe(Math.round(height * 0.7));
    });

    test('a page whose address names a section is laid out at once', async ({ page }) => {
      const arrive = await hold(page, scripts);
      await page.goto(`${paths.home()}#faqs`, { waitUntil: 'commit' });
      const last = page.getByRole('heading', { name: 'Questions people ask' });
      await expect(last).toBeAttached();
      expect(await countWaiting(page)).toBe(0);
      arrive();
      await expect(last).toBeFocused();
      await expect(last).toBeInViewport();
    });
  });
}

/** Sections that get their layout only near the window. */
function countWaiting(page: Page): Promise<number> {
  return page
    .locator('[data-remote] section')
    .evaluateAll(
      (all) => all.filter((it) => getComputedStyle(it).contentVisibility === 'auto').length,
    );
}

function heightOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight);
}
