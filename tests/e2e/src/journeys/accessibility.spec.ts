import { paths } from '@kargo/shared-types/page/paths';
import { expectHydrated } from '../support/expect-hydrated.ts';
import { expectNoFindings } from '../support/expect-no-findings.ts';
import { expectDistinguishable } from '../support/forced-colors.ts';
import { expect, test } from '../support/journey.ts';
import { openPaths } from '../support/published-release.ts';

// All rules of axe on every route, wide and narrow. Forced colours must leave everything
// distinguishable.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('axe finds nothing on any page that visitors can open, wide or narrow', async ({
  page,
  request,
  consoleErrors,
}) => {
  test.slow();
  consoleErrors.expect(/status of 404/);
  for (const path of await openPaths(request)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectHydrated(page);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoFindings(page, `${path} at ${width} px`);
    }
  }
});

test('axe finds nothing with all menus and dialogs open, and the focus is visible everywhere', async ({
  page,
}) => {
  test.slow();
  await page.goto(paths.home());
  await expectHydrated(page);
  for (const question of await page.locator('#faqs h3').getByRole('button').all()) {
    await question.click();
  }
  await page.getByText('Yearly', { exact: true }).click();
  await expectNoFindings(page, 'questions and yearly prices');
  await expectDistinguishable(page, 'Home', { focus: true });

  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole('button', { name: 'Open contact panel' }).click();
  await expectNoFindings(page, 'the contact panel', page.getByTestId('side-panel'));
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /Watch/ }).click();
  await expectNoFindings(page, 'the film', page.getByRole('dialog'));
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expectNoFindings(page, 'the menu', page.getByRole('banner'));
});
