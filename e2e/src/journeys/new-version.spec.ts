import { paths } from 'shared-types/paths';
import { closeMessage } from '../support/close-message.ts';
import { drivers } from '../support/drivers.ts';
import { expect, signIn, test } from '../support/journey.ts';

test('a driver whose page is older than the shell that is published is offered the new one', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 404|ChunkLoadError/);
  await page.goto(paths.login());
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  // The release was replaced, and its files were removed.
  const files = /\/releases\/shell\/.*\.js/;
  await page.route(files, (route) => route.fulfill({ status: 404 }));
  await page.getByLabel('Email').fill(drivers.form.email);
  await page.getByLabel('Password', { exact: true }).fill(drivers.form.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await closeMessage(page, 'An unexpected error occurred. Please try again later.');
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(drivers.form.email);

  await page.unroute(files);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText('A new version is ready.')).toBeHidden();
  await signIn(page, drivers.form);
  await expect(page).toHaveURL(paths.home());
});
