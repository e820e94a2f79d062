import { paths } from '@kargo/shared-types/page/paths';
import { expectHydrated } from '../support/expect-hydrated.ts';
import { expect, test } from '../support/journey.ts';

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
  const marks = await page.evaluate(() =>
    performance.getEntriesByType('mark').map(({ name }) => name),
  );
  expect(marks.filter((it) => it.startsWith('kargo-style'))).toEqual([]);
});
