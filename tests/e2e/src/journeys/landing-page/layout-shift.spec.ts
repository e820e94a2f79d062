import { paths } from '@kargo/shared-types/page/paths';
import type { Page } from '@playwright/test';
import { expectIdle } from '../../support/expect-idle.ts';
import { goInside } from '../../support/go-inside.ts';
import { hold } from '../../support/hold.ts';
import { expect, test } from '../../support/journey.ts';

// Cumulative Layout Shift: how much the page moves by itself (https://web.dev/articles/cls).

const most = 0.02;

/** The part of the layout instability API that we use. */
interface LayoutShift extends PerformanceEntry {
  value: number;
}

interface WithShifts {
  layoutShifts: LayoutShift[];
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: LayoutShift[] = [];
    Object.assign(window, { layoutShifts: shifts });
    new PerformanceObserver((list) => {
      shifts.push(...(list.getEntries() as LayoutShift[]));
    }).observe({ type: 'layout-shift', buffered: true });
  });
});

for (const width of process.env.PROOF ? [1440, 768, 390] : [1440, 390]) {
  test(`at ${width} px nothing jumps from the load to the last carousel`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(paths.home());
    const last = page.getByTestId('carousel-screens');
    for (let screens = 0; screens < 30 && !(await isReached(page)); screens += 1) {
      await page.evaluate(() => window.scrollBy({ top: 600, behavior: 'instant' }));
      await page.waitForTimeout(60);
    }
    await expect(last).toBeInViewport();
    await expect(page.locator('.slick-initialized')).toHaveCount(3);
    expect(await sumOfShifts(page)).toBeLessThanOrEqual(most);
  });
}

test('the profile fills the space reserved for it', async ({ signedInPage: page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const letCome = await hold(page, '**/api/v1/verify');
  await page.goto(paths.profile());
  await expect(page.getByTestId('profile-skeleton')).toBeVisible();
  letCome();
  await expect(page.getByRole('heading', { name: 'Profile Information' })).toBeVisible();
  await expectIdle(page);
  expect(await sumOfShifts(page)).toBeLessThanOrEqual(most);
});

test('a profile that is loaded again shows the same part', async ({ signedInPage: page }) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.goto(paths.profile());
  const account = page.getByTestId('payout-state');
  await expect(account).toBeVisible();
  await expectIdle(page);
  await page.evaluate(() => window.scrollTo({ top: 1700, behavior: 'instant' }));
  const letCome = await hold(page, '**/api/v1/verify');
  await page.reload();
  await expect(page.getByTestId('profile-skeleton')).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(1700);
  letCome();
  await expect(account).toBeVisible();
  await expectIdle(page);
  expect(await page.evaluate(() => window.scrollY)).toBe(1700);
});

test('the footer does not jump away if it is visible before the screen has loaded', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 404/);
  const letCome = await hold(page, /expose_Home\.js$/);
  // The footer stays hidden for two seconds; a busy machine may need longer to scroll.
  const client = await page.context().newCDPSession(page);
  await client.send('Animation.enable');
  await client.send('Animation.setPlaybackRate', { playbackRate: 0 });
  await goInside(page, paths.home());
  await expect(page.locator('[data-pending-screen]')).toBeVisible();
  // Scrolls to where the footer would fill two thirds of the window.
  for (let step = 0; step < 6; step += 1) {
    await page.evaluate(() => window.scrollBy({ top: 100, behavior: 'instant' }));
    await page.waitForTimeout(50);
  }
  await expect(page.getByText('12M + used this app')).not.toBeAttached();
  letCome();
  await expect(page.getByText('12M + used this app')).toBeAttached();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect(await sumOfShifts(page)).toBeLessThanOrEqual(most);
});

function isReached(page: Page): Promise<boolean> {
  return page
    .getByTestId('carousel-screens')
    .evaluate((it) => it.getBoundingClientRect().bottom < window.innerHeight);
}

function sumOfShifts(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { layoutShifts } = window as unknown as WithShifts;
    return layoutShifts.reduce((sum, { value }) => sum + value, 0);
  });
}
