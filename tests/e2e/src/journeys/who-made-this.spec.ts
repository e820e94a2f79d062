import { paths } from '@kargo/shared-types/page/paths';
import type { Locator, Page } from '@playwright/test';
import { expectHydrated } from '../support/expect-hydrated.ts';
import { expectNoFindings } from '../support/expect-no-findings.ts';
import { expect, test } from '../support/journey.ts';
import { currentVersion } from '../support/published-release.ts';

// So that no colour is in transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const shortcut = 'Alt+Shift+KeyW';
const overlay = (page: Page) => page.getByTestId('who-made-this');

/** Expects a label for each part, with its release, its team and how the page got it. */
async function expectNamed(page: Page, parts: [name: string, app: string, team: string][]) {
  const labels = [];
  for (const [name, app, team] of parts) {
    const version = await currentVersion(app);
    labels.push(new RegExp(`^${name} ${app} ${version}${team} · current for \\d+ \\w+$`));
  }
  await expect(overlay(page).locator('[data-who]')).toHaveText(labels);
}

/** Returns the labels and buttons that overlap or are outside the window. */
function misplaced(page: Page): Promise<string[]> {
  return overlay(page).evaluate((element) => {
    const items = [...element.querySelectorAll('[data-who] > :last-child, button')];
    const boxes = items.map((it) => ({ text: it.textContent, box: it.getBoundingClientRect() }));
    return boxes.flatMap(({ text, box }, index) => {
      const isOut =
        box.top < 0 || box.left < 0 || box.right > innerWidth || box.bottom > innerHeight;
      const covered = boxes.slice(index + 1).filter(({ box: other }) => {
        const isBeside = other.left >= box.right || box.left >= other.right;
        return !isBeside && other.top < box.bottom && box.top < other.bottom;
      });
      return [...(isOut ? [`${text} is out`] : []), ...covered.map((it) => `${text}, ${it.text}`)];
    });
  });
}

test('a tester sees which team owns each part of a page, and copies that for a report', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${paths.home()}?utm=secret`);
  await expectHydrated(page);
  await expect(overlay(page)).toHaveCount(0);
  const link = page.getByRole('banner').getByRole('link', { name: 'About Us' });
  await link.focus();
  await page.evaluate(() => {
    const shifts: PerformanceEntry[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
      type: 'layout-shift',
    });
  });
  await page.keyboard.press(shortcut);
  await expectNamed(page, [
    ['Header', 'shell', 'Platform team'],
    ['Screen', 'marketing', 'Marketing team'],
    ['Footer', 'shell', 'Platform team'],
  ]);
  expect(await page.evaluate('shifts.length'), 'nothing moves').toBe(0);
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => misplaced(page), `at ${width} px`).toEqual([]);
  }
  await expectNoFindings(page, 'who made this', overlay(page));

  await page.evaluate(() => window.scrollTo({ top: 99_999, behavior: 'instant' }));
  const footer = page.getByRole('contentinfo');
  await expect(footer).toBeInViewport();
  const end = async (element: Locator) => {
    const { y = 0, height = 0 } = (await element.boundingBox()) ?? {};
    return Math.round(y + height);
  };
  const outline = overlay(page).locator('li', { hasText: 'Footer' });
  await expect.poll(async () => (await end(outline)) === (await end(footer))).toBe(true);
  await expect.poll(() => misplaced(page)).toEqual([]);

  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(overlay(page).getByRole('status')).toHaveText('Copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^Page: \/\nWindow: 390 × 844\nBrowser: Mozilla.*\nTime: 20.*Z\nHeader: /);
  expect(copied).toMatch(/\nScreen: marketing \S+ · Marketing team · current for [^\n]*\nFooter: /);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  await expect(overlay(page)).toHaveCount(0);
  await expect(link).toBeFocused();

  // The page below works, and its next screen gets labels too.
  await page.keyboard.press(shortcut);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expectNamed(page, [
    ['Frame', 'shell', 'Platform team'],
    ['Screen', 'auth', 'Identity team'],
  ]);
  await expect.poll(() => misplaced(page)).toEqual([]);
  await page.getByLabel('Email').fill('w');
  await page.keyboard.press(shortcut);
  await expect(overlay(page)).toHaveCount(0);
  await expect(page.getByLabel('Email')).toBeFocused();
});

test('the address opens it for a driver, with the profile and the strip', async ({
  signedInPage: page,
}) => {
  await page.goto(`${paths.profile()}?kargo-who`);
  await expectNamed(page, [
    ['Header', 'shell', 'Platform team'],
    ['Screen', 'profile', 'Driver team'],
    ['Footer', 'shell', 'Platform team'],
  ]);
  await page.goto(`${paths.home()}?kargo-who`);
  await expectNamed(page, [
    ['Header', 'shell', 'Platform team'],
    ['Strip', 'shell', 'Platform team'],
    ['Screen', 'marketing', 'Marketing team'],
    ['Footer', 'shell', 'Platform team'],
  ]);
  await expect.poll(() => misplaced(page)).toEqual([]);
});
