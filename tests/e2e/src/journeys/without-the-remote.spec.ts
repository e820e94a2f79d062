import { paths } from '@kargo/shared-types/page/paths';
import type { Page } from '@playwright/test';
import { expectDrawnReadable } from '../support/drawn-contrast.ts';
import { goInside } from '../support/go-inside.ts';
import { expect, test } from '../support/journey.ts';

// While its remote loads, or if it fails to, a page's navigation is readable in the drawn colours.

const widths = process.env.PROOF ? [1440, 768, 390] : [1440, 390];
const entries = /\/releases\/(marketing|auth|profile)\/.*\.js/;

/** One route per background and layout; the usual ones have the least contrast. */
const routes = [
  { path: paths.home(), ground: 'rgb(18, 11, 46)', isUsual: true },
  { path: paths.about(), ground: 'rgb(237, 232, 255)', isUsual: true },
  { path: paths.stripeSuccess(), ground: 'rgb(247, 245, 253)', isUsual: false },
  { path: paths.privacyPolicy(), ground: 'rgb(255, 255, 255)', isUsual: true },
  { path: paths.login(), ground: 'rgb(255, 255, 255)', isUsual: false },
];

for (const { path, ground, isUsual } of routes) {
  test(`${path} can be read while its remote loads, as it says after a second, and when it did not`, async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 404|Failed to load|failed: |Failed to fetch|ERR_FAILED/);
    const { promise: failure, resolve: fail } = Promise.withResolvers<void>();
    await page.route(entries, async (route) => {
      await failure;
      await route.abort();
    });
    await page.clock.install({ time: '2026-11-20T08:00:00Z' });
    await page.clock.pauseAt('2026-11-20T08:00:01Z');
    await goInside(page, path);
    const pending = page.locator('[data-pending-screen]');
    // The last page stays for a moment once the releases are known.
    await expect(async () => {
      await page.clock.runFor(100);
      expect(await pending.isVisible()).toBe(true);
    }).toPass();
    await expect(pending).toHaveCSS('background-color', ground);
    const note = page.getByRole('main').getByRole('status');
    await expect(note).toBeEmpty();
    // A later message only adds to this page. The login has no header and no footer.
    if (process.env.PROOF && path !== paths.login())
      await expectReadableAtEachWidth(page, `on ${path}, pending`);
    await page.clock.runFor(1000);
    await expect(note).toContainText('Loading…');
    await expectReadableAtEachWidth(page, `on ${path}, pending for long`);

    if (!isUsual && !process.env.PROOF) return;
    fail();
    await page.clock.resume();
    await expect(page.getByTestId('remote-unavailable')).toBeVisible();
    await expectReadableAtEachWidth(page, `on ${path}, unavailable`);
    await page.mouse.wheel(0, 300);
    await expectReadableAtEachWidth(page, `on ${path}, unavailable and scrolled`);
  });
}

test('a prerendered page can still be read next to the message', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/Failed to load|failed: |TypeError: Failed to fetch|ERR_FAILED/);
  await page.route(entries, (route) => route.abort());
  await page.goto(paths.home());
  await expect(page.getByTestId('remote-unavailable')).toBeVisible();
  await expectReadableAtEachWidth(page, 'on Home, next to the message');
});

test('the header can be read over the banner of Home, at each height', async ({ page }) => {
  await page.goto(paths.home());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const header = page.getByTestId('site-header');
  await expect(header).not.toHaveClass(/fixed/);
  await expectReadableAtEachWidth(page, 'at the top of Home');
  for (const scrolled of [260, 2000]) {
    await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), scrolled);
    await expect(header).toContainClass('fixed');
    await expectReadableAtEachWidth(page, `on Home, ${scrolled} px down`);
  }
});

// A page that stopped working has one background; its header depends on the path.
for (const path of process.env.PROOF ? [paths.home(), paths.about()] : [paths.home()]) {
  test(`a page that stopped working at ${path} can be read`, async ({ page, consoleErrors }) => {
    consoleErrors.allow(/planted/);
    await page.addInitScript(() => {
      performance.getEntriesByType = () => {
        throw new Error('planted');
      };
    });
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'This page stopped working' })).toBeVisible();
    await expectReadableAtEachWidth(page, `at ${path}, stopped working`);
  });
}

async function expectReadableAtEachWidth(page: Page, place: string): Promise<void> {
  const { width: before = 0, height = 0 } = page.viewportSize() ?? {};
  const texts = page.locator(
    [
      '[data-testid=site-header] :is(a:not([aria-label]), button)',
      '[aria-label=Kargo] span',
      'main :is(h1, p, a, button)',
    ].join(', '),
  );
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    await expectDrawnReadable(texts, `${place}, ${width} px wide`);
  }
  await page.setViewportSize({ width: before, height });
}
