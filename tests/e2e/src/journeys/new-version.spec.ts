import { paths } from '@kargo/shared-types/page/paths';
import { closeMessage } from '../support/close-message.ts';
import { expect, signIn, test } from '../support/journey.ts';

test('a driver whose page is older than the published shell gets the offer to load the new one', async ({
  page,
  driver,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 404|ChunkLoadError/);
  await page.goto(paths.login());
  // The form is prerendered; it is hydrated when it can be sent.
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  // A new release replaces this one and its files.
  const files = /\/releases\/shell\/.*\.js/;
  await page.route(files, (route) => route.fulfill({ status: 404 }));
  await page.getByLabel('Email').fill(driver.email);
  await page.getByLabel('Password', { exact: true }).fill(driver.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await closeMessage(page, 'An unexpected error occurred. Please try again later.');
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(driver.email);

  await page.unroute(files);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText('A new version is ready.')).toBeHidden();
  await signIn(page, driver);
  await expect(page).toHaveURL(paths.home());
});
