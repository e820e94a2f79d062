import { paths } from '@kargo/shared-types/page/paths';
import { ApiSession } from '../support/api-session.ts';
import { closeMessage } from '../support/close-message.ts';
import { expect, signIn, test } from '../support/journey.ts';
import { passwordForm } from '../support/password-form.ts';
import { profileForm } from '../support/profile-form.ts';
import { pressInProfileMenu } from '../support/profile-menu.ts';

test('a driver changes the password, stays signed in, and signs in with the new one from then on', async ({
  page,
  driver,
  consoleErrors,
}) => {
  const password = 'a-new-password';
  await signIn(page, driver);
  await expect(page).toHaveURL(paths.home());
  await page.goto(paths.profile());
  const form = passwordForm(page);
  await expect(page.getByText(`You log in as ${driver.email}`)).toBeVisible();

  await form.send({ old: driver.password, new: password, confirm: 'another-one' });
  await expect(form.message('New password and confirm password do not match')).toBeVisible();

  consoleErrors.expect(/status of 400/);
  await form.send({ old: 'not-the-password', new: password, confirm: password });
  await closeMessage(
    page,
    'Failed to change password',
    'Your old password is incorrect.',
    'Please try again.',
  );
  await expect(form.old).toHaveValue('not-the-password');

  consoleErrors.expect(/status of 400/);
  await form.send({ old: driver.password, new: '12345', confirm: '12345' });
  await closeMessage(page, 'Choose a longer password (at least 6 characters).');

  const elsewhere = await ApiSession.open(driver);
  await form.send({ old: driver.password, new: password, confirm: password });
  await expect(page.getByText('Password changed successfully!')).toBeVisible();
  await expect(page.getByText('Other devices have been logged out.')).toBeVisible();
  expect(await elsewhere.isOpen()).toBe(false);
  await expect(form.old).toHaveValue('');
  await page.reload();
  await expect(profileForm(page).name).toHaveValue(driver.name);

  await pressInProfileMenu(page, 'Logout');
  await expect(page).toHaveURL(paths.login());
  consoleErrors.expect(/status of 400/);
  await signIn(page, driver);
  await closeMessage(page, 'Email or password is incorrect.');
  await signIn(page, { ...driver, password });
  await expect(page).toHaveURL(paths.home());
});
