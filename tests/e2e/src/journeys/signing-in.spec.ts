import { paths } from '@kargo/shared-types/page/paths';
import { ApiSession } from '../support/api-session.ts';
import { drivers } from '../support/drivers.ts';
import { untilTokenIsNew } from '../support/identity-provider.ts';
import { expect, sendLogin, signIn, storedSession, test } from '../support/journey.ts';
import { pressInProfileMenu } from '../support/profile-menu.ts';
import { tabTo } from '../support/tab-to.ts';

test('a driver signs in, and signs out again', async ({ page, driver }) => {
  await signIn(page, driver);
  await expect(page).toHaveURL(paths.home());
  const header = page.getByTestId('site-header');
  await expect(header.getByText(driver.name, { exact: true })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Login' })).toBeHidden();
  const stored = await storedSession(page);
  expect(JSON.parse(stored ?? '')).toEqual({ token: expect.stringMatching(/^.{20,}$/) });

  await pressInProfileMenu(page, 'Logout');
  await expect(page).toHaveURL(paths.login());
  expect(await storedSession(page)).toBeNull();
  const { token } = JSON.parse(stored ?? '');
  expect(await new ApiSession(token).isOpen()).toBe(false);

  await page.goto(paths.profile());
  await expect(page).toHaveURL(paths.login());
});

test('a driver signs in and out where a site of the parent domain has the same cookie', async ({
  page,
  driver,
  context,
}) => {
  // Cookies with longer paths come first: the page reads one before its own, and sends the other.
  const foreign = { name: 'XSRF-TOKEN', domain: 'localhost' };
  await context.addCookies([
    { ...foreign, value: 'read-first', path: paths.login() },
    { ...foreign, value: 'sent-first', path: '/api', httpOnly: true },
  ]);
  await page.goto(paths.login());
  const cookies = await page.evaluate(async () => {
    await fetch('/api/v1/xsrf');
    return document.cookie;
  });
  expect(cookies).toMatch(/^XSRF-TOKEN=read-first; XSRF-TOKEN=kargo-[\w-]+$/);
  await sendLogin(page, driver);
  await expect(page).toHaveURL(paths.home());
  await pressInProfileMenu(page, 'Logout');
  await expect(page).toHaveURL(paths.login());
});

test('a driver mistypes the password, sees a message, and gets in with the right one', async ({
  page,
  driver,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 400/);
  await signIn(page, { ...driver, password: 'not-the-password' });
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('Email or password is incorrect.');
  await expect(page).toHaveURL(paths.login());
  await alert.getByRole('button', { name: 'Close' }).click();
  await expect(alert).toBeHidden();
  await expect(page.getByLabel('Email')).toHaveValue(driver.email);

  await page.getByLabel('Password', { exact: true }).fill(driver.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(paths.home());
});

test('a driver signs in with the keyboard alone, after showing the password', async ({
  page,
  driver,
}) => {
  const { keyboard } = page;
  await untilTokenIsNew(driver);
  await page.goto(paths.login());
  const password = page.getByLabel('Password', { exact: true });
  await tabTo(page, page.getByLabel('Email'));
  await keyboard.type(driver.email);
  await tabTo(page, password);
  await keyboard.type(driver.password);
  await tabTo(page, page.getByRole('button', { name: 'Show' }));
  await keyboard.press('Space');
  await expect(password).toHaveAttribute('type', 'text');
  await keyboard.press('Shift+Tab');
  await expect(password).toBeFocused();
  await keyboard.press('Enter');
  await expect(page).toHaveURL(paths.home());
});

test.describe('a driver whom nobody has approved', () => {
  test.use({ driver: drivers.unapproved });

  test('may not sign in, and sees why, what comes next and whom to ask', async ({
    page,
    driver,
    consoleErrors,
  }) => {
    consoleErrors.expect(/status of 403/);
    await signIn(page, driver);
    const alert = page.getByRole('alertdialog', { name: 'Your account is not approved yet' });
    await expect(alert).toContainText('Once your account is approved, you can log in here');
    await expect(alert.getByRole('link')).toHaveAttribute('href', 'mailto:hello@kargo.example');
    await expect(page).toHaveURL(paths.login());
  });
});
