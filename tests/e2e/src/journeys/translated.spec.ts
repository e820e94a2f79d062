import { paths } from '@kargo/shared-types/page/paths';
import type { Page } from '@playwright/test';
import { closeMessage } from '../support/close-message.ts';
import { hold, scripts } from '../support/hold.ts';
import { expect, sendLogin, test } from '../support/journey.ts';
import { mailMagicLink } from '../support/mail-magic-link.ts';
import { passwordForm } from '../support/password-form.ts';
import { payoutAccount } from '../support/payout-account.ts';
import { profileForm } from '../support/profile-form.ts';
import { pressInProfileMenu } from '../support/profile-menu.ts';
import { currentVersion } from '../support/published-release.ts';
import { keepReports } from '../support/reports.ts';
import { translate, translateFromTheStart } from '../support/translator.ts';

test('a driver has the page translated, logs in, looks at everything and logs out', async ({
  page,
  driver,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 400/);
  await page.goto(paths.login());
  await translate(page);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await page.getByLabel('Email').fill('ada');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Email must be valid')).toBeVisible();
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible();
  await expectCurrent(page, 'auth');
  await sendLogin(page, { ...driver, password: 'not-the-password' });
  await closeMessage(page, 'Email or password is incorrect.');
  await expect(page.getByLabel('Email')).toHaveValue(driver.email);
  await sendLogin(page, driver);
  await expect(page).toHaveURL(paths.home());

  const header = page.getByTestId('site-header');
  await page.getByRole('radio', { name: 'Yearly' }).check({ force: true });
  await expect(page.getByTestId('price-yearly')).toBeVisible();
  const question = page.locator('#faqs h3').getByRole('button').first();
  await question.click();
  await expect(question).toHaveClass(/active/);
  await question.click();
  await page.getByTestId('side-panel-toggle').click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Watch how it works' }).click();
  await page.keyboard.press('Escape');
  await expectCurrent(page, 'marketing');

  for (let times = 0; times < 5; times += 1) {
    await header.getByRole('link', { name: 'About Us' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'About Page' })).toBeVisible();
    await header.getByRole('link', { name: 'Home' }).click();
    await expect(page.getByText('12M + used this app')).toBeVisible();
  }
  await expectCurrent(page, 'marketing');

  await pressInProfileMenu(page, 'My Profile');
  const { image, name, save, message } = profileForm(page);
  await expect(name).toHaveValue(driver.name);
  await image.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: tooLarge });
  await page.getByRole('button', { name: 'Make it smaller' }).click();
  await expect(message("That didn't work. Choose another image.")).toBeVisible();
  await expect(message('Making it smaller…')).toHaveCount(0);
  await name.fill('');
  await save.click();
  await expect(message('Name is required')).toBeVisible();
  await name.fill('Nell Translated');
  await save.click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await expect(message('Saved')).toBeVisible();
  const passwords = passwordForm(page);
  await passwords.submit.click();
  await expect(page.getByText('Old Password is required')).toBeVisible();
  const account = payoutAccount(page);
  await account.fillIn();
  await account.submit.click();
  await expect(account.text('Document is required')).toBeVisible();
  await account.expectEntriesKept();
  await expectCurrent(page, 'profile');

  await pressInProfileMenu(page, 'Logout');
  await expect(page).toHaveURL(paths.login());
  await expect(page.getByText('You are logged out.')).toBeVisible();
  await expectCurrent(page, 'auth');
});

test('a driver whose pages are always translated keeps text typed before hydration', async ({
  page,
  driver,
  consoleErrors,
}) => {
  // React reports that it found a text that it did not render.
  consoleErrors.allow(/#418/);
  const reports = await keepReports(page);
  await translateFromTheStart(page);
  const arrive = await hold(page, scripts);
  await page.goto(paths.login(), { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(driver.email);
  await page.getByLabel('Password', { exact: true }).pressSequentially('half');
  arrive();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveValue('half');
  await expect(password).toBeFocused();
  await page.keyboard.type(' and half');
  await expect(password).toHaveValue('half and half');
  await expect(page.getByLabel('Email')).toHaveValue(driver.email);
  await expectCurrent(page, 'auth');
  expect(await reports()).toEqual([]);
  await sendLogin(page, driver);
  await expect(page).toHaveURL(paths.home());
  await expectCurrent(page, 'marketing');

  await page.goto(await mailMagicLink(driver));
  await expect(profileForm(page).name).toHaveValue(driver.name);
  await expect(page).toHaveURL(paths.profile());
  await expectCurrent(page, 'profile');
});

test('a screen whose nodes were moved is drawn again with the entries, and shows a message the second time', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/NotFoundError|status of 400/);
  await page.goto(paths.login());
  const button = page.getByRole('button', { name: 'Sign In' });
  await expect(button).toBeEnabled();
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Password', { exact: true });
  await email.fill('nobody@kargo.example');
  await password.fill('not-the-password');
  const moveAndPress = async () => {
    await button.locator('span').evaluate((text) => {
      const font = document.createElement('font');
      text.replaceWith(font);
      font.append(text);
    });
    await button.click();
  };
  const expectForm = async () => {
    await expect(button.locator('font')).toHaveCount(0);
    await expect(email).toHaveValue('nobody@kargo.example');
    await expect(password).toHaveValue('not-the-password');
    await expectCurrent(page, 'auth');
  };
  await moveAndPress();
  await expectForm();
  await moveAndPress();
  const message = page.getByTestId('remote-unavailable');
  await expect(message).toContainText('such as its translator or an extension');
  await message.getByRole('button', { name: 'Try again' }).click();
  await expectForm();
});

const tooLarge = Buffer.alloc(2 * 1024 * 1024 + 1);

/** Expects this remote's screen, from its current release. */
async function expectCurrent(page: Page, remote: string): Promise<void> {
  const version = await currentVersion(remote);
  await expect(page.locator(`[data-remote=${remote}]`)).toHaveAttribute('data-release', version);
}
