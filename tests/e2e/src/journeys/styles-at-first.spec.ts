import { paths } from '@kargo/shared-types/page/paths';
import type { Page } from '@playwright/test';
import { expectHydrated } from '../support/expect-hydrated.ts';
import { expect, test } from '../support/journey.ts';
import { profileForm } from '../support/profile-form.ts';

/** The styles of elements for which the page loaded what makes CSS: Chakra, Emotion and the theme. */
const madeLate = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('mark')
      .map(({ name }) => name)
      .filter((name) => name.startsWith('kargo-style')),
  );

for (const path of [paths.home(), paths.about(), paths.support(), paths.login()]) {
  test(`${path} comes with the CSS of all that it draws before it is touched`, async ({ page }) => {
    await page.goto(path);
    await expectHydrated(page);
    await page.waitForLoadState('networkidle');
    expect(await madeLate(page)).toEqual([]);
  });
}

test("the profile's page comes with the CSS of the forms", async ({ signedInPage: page }) => {
  await page.goto(paths.profile());
  await expect(profileForm(page).name).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await madeLate(page)).toEqual([]);
});

test('the menu, a question and the price switch need nothing that makes CSS', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(paths.home());
  await expectHydrated(page);
  await page.waitForLoadState('networkidle');
  // Scripts that are asked for from now on never come.
  await page.route('**/*.js', () => {});

  const open = page.getByRole('button', { name: 'Open menu' });
  await open.click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.getByRole('button', { name: 'Close menu' }).click();
  await page.getByText('Yearly', { exact: true }).click();
  await expect(page.getByTestId('price-yearly')).toBeVisible();
  const question = page.getByRole('button', { name: 'How can I pay?' });
  await question.click();
  await expect(page.locator(`#${await question.getAttribute('aria-controls')}`)).toBeVisible();
  expect(await madeLate(page)).toEqual([]);
});
