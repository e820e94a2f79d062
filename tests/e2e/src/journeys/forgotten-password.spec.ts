import { paths } from '@kargo/shared-types/page/paths';
import { linkMailedTo } from '../support/inbox.ts';
import { expect, signIn, test } from '../support/journey.ts';

test('a driver forgets the password, sets a new one with the link in the mail, and signs in with it', async ({
  page,
  driver,
  baseURL,
  consoleErrors,
}) => {
  const password = 'a-new-password';
  await page.goto(paths.login());
  await page.getByLabel('Email').fill(driver.email);
  const link = await linkMailedTo(driver.email, async () => {
    await page.getByRole('button', { name: 'Forgot password' }).click();
    const alert = page.getByRole('alertdialog', {
      name: 'Password reset email sent to given email address successfully',
    });
    await expect(alert).toContainText(`It went to ${driver.email}.`);
  });

  await page.goto(link);
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button').click();
  await page.getByRole('link').click();
  await expect(page).toHaveURL(`${baseURL}${paths.home()}`);

  consoleErrors.expect(/status of 400/);
  await signIn(page, driver);
  await expect(page.getByRole('alertdialog')).toContainText('Email or password is incorrect.');
  await signIn(page, { ...driver, password });
  await expect(page).toHaveURL(paths.home());
  const header = page.getByTestId('site-header');
  await expect(header.getByText(driver.name, { exact: true })).toBeVisible();
});
