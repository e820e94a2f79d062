import { paths } from '@kargo/shared-types/page/paths';
import { expect, sendLogin, test } from '../support/journey.ts';
import { mailMagicLink } from '../support/mail-magic-link.ts';
import { passwordForm } from '../support/password-form.ts';
import { profileForm } from '../support/profile-form.ts';
import { pressInProfileMenu } from '../support/profile-menu.ts';

test('a driver whose browser storage does not respond logs in, changes the password, logs out and follows a link', async ({
  page,
  driver,
}) => {
  // Like Safari with several tabs: https://github.com/firebase/firebase-js-sdk/issues/8019
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  });
  await page.goto(paths.login());
  await sendLogin(page, driver);
  await expect(page).toHaveURL(paths.home());

  await pressInProfileMenu(page, 'My Profile');
  const password = 'a-new-password';
  await passwordForm(page).send({ old: driver.password, new: password, confirm: password });
  await expect(page.getByText('Password changed successfully!')).toBeVisible();

  const usersKept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('firebase:auth')));
  await expect.poll(usersKept).toHaveLength(1);
  await pressInProfileMenu(page, 'Logout');
  await expect(page).toHaveURL(paths.login());
  await expect.poll(usersKept).toEqual([]);

  const link = await mailMagicLink(driver);
  await page.goto(link);
  await expect(profileForm(page).name).toHaveValue(driver.name);
  // The identity provider has nobody signed in.
  await passwordForm(page).send({ old: password, new: 'another', confirm: 'another' });
  await expect(page.getByRole('alertdialog')).toContainText('User not logged in');
});
