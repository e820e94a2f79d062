import { paths } from '@kargo/shared-types/page/paths';
import type { Page } from '@playwright/test';
import { expectNoFindings } from '../support/expect-no-findings.ts';
import { expect, sendLogin, signIn, storedSession, test } from '../support/journey.ts';
import { profileForm } from '../support/profile-form.ts';
import { pressInProfileMenu } from '../support/profile-menu.ts';

test('a driver whose session has ended sees a message at the next action, and other tabs log out too', async ({
  signedInPage: page,
  session,
  context,
  consoleErrors,
}) => {
  await page.goto(paths.profile());
  const tab = await context.newPage();
  await tab.goto(paths.profile());
  await expect(profileForm(tab).name).toBeVisible();

  consoleErrors.expect(/status of 401/);
  await session.close();
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  await profileForm(page).name.fill('Ada Elsewhere');
  await profileForm(page).save.click();
  await expect(page).toHaveURL(paths.login());
  await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible();
  expect(await storedSession(page)).toBeNull();
  await expect(tab).toHaveURL(paths.login());
  expect(visited).toEqual([paths.login()]);
});

test('a driver whose session has ended is redirected from a public page to the login, once, and logs in again', async ({
  signedInPage: page,
  driver,
  context,
  consoleErrors,
}) => {
  await page.goto(`${paths.stripeError()}?token=abc`);
  const tab = await context.newPage();
  await tab.goto(paths.about());
  // Our API answers this call without a session.
  await page.route('**/resend-onboarding-link/**', (route) =>
    route.fulfill({ status: 401, json: { message: 'Unauthenticated' } }),
  );
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));

  consoleErrors.expect(/status of 401/);
  await page.getByRole('button', { name: 'Resend Email' }).click();
  await expect(page).toHaveURL(paths.login());
  await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  expect(await storedSession(page)).toBeNull();
  await expect(tab.getByTestId('site-header').getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(tab).toHaveURL(paths.about());
  expect(visited).toEqual([paths.login()]);

  await sendLogin(page, driver);
  await expect(page).toHaveURL(paths.home());
  await expect(
    tab.getByTestId('site-header').getByRole('button', { name: 'Profile' }),
  ).toBeVisible();
});

test('a driver who returns to the profile after the session has ended is redirected to the login without a message', async ({
  signedInPage: page,
  session,
  consoleErrors,
}) => {
  await page.goto(paths.profile());
  await expect(profileForm(page).name).not.toHaveValue('');
  await session.close();
  consoleErrors.expect(/status of 401/);
  consoleErrors.expect(/Failed to load profile:/);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page).toHaveURL(paths.login());
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  await expect(page.getByText(/session has expired/)).toHaveCount(0);
  expect(await storedSession(page)).toBeNull();
});

test('a driver who logs out in one tab is logged out in the others', async ({
  signedInPage: page,
  context,
}) => {
  await page.goto(paths.profile());
  const [profile, about] = [await context.newPage(), await context.newPage()];
  await profile.goto(paths.profile());
  await about.goto(paths.about());
  await expect(profileForm(profile).name).toBeVisible();
  await expect(
    about.getByTestId('site-header').getByRole('button', { name: 'Profile' }),
  ).toBeVisible();

  await pressInProfileMenu(page, 'Logout');
  await expect(page).toHaveURL(paths.login());
  await expect(page.getByText('You are logged out.')).toBeVisible();
  await expect(profile).toHaveURL(paths.login());
  await expect(profile.getByText('You were logged out in another tab.')).toBeVisible();
  for (const width of [1440, 390]) {
    await profile.setViewportSize({ width, height: 900 });
    await expectNoFindings(profile, `the login after a logout in another tab, at ${width} px`);
  }
  await expect(about).toHaveURL(paths.about());
  await expect(about.getByTestId('site-header').getByRole('link', { name: 'Login' })).toBeVisible();
});

test('a driver who logs out while the API is down stays signed in, or logs out on this device only', async ({
  signedInPage: page,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 503|Failed to load resource/);
  await page.goto(paths.profile());
  await page.route('**/api/v1/logout', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Not now' } }),
  );
  await pressInProfileMenu(page, 'Logout');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText("We couldn't log you out");
  await expect(page).toHaveURL(paths.profile());
  await dialog.getByRole('button', { name: 'Log out on this device' }).click();
  await expect(page).toHaveURL(paths.login());
  expect(await storedSession(page)).toBeNull();
});

test('no driver stays signed in at the identity provider alone, even if a page is closed too early', async ({
  page,
  driver,
}) => {
  await page.route('**/api/v1/login', () => {});
  const login = page.waitForRequest('**/api/v1/login');
  await signIn(page, driver);
  await login;
  expect(await usersKeptAtProvider(page)).toBe(1);
  await page.goto(paths.about());
  await expect.poll(() => usersKeptAtProvider(page)).toBe(0);

  // If it came earlier, the held call would go on.
  await page.unroute('**/api/v1/login');
  await signIn(page, driver);
  await expect(page).toHaveURL(paths.home());
  await page.reload();
  await expect(
    page.getByTestId('site-header').getByRole('button', { name: 'Profile' }),
  ).toBeVisible();
  expect(await usersKeptAtProvider(page)).toBe(1);
  await page.evaluate(() => localStorage.removeItem('kargo_web'));
  await page.goto(paths.about());
  await expect.poll(() => usersKeptAtProvider(page)).toBe(0);
});

/** How many users the identity provider's SDK keeps signed in in this browser. */
async function usersKeptAtProvider(page: Page): Promise<number> {
  const stored = JSON.stringify(await page.context().storageState({ indexedDB: true }));
  return new Set(stored.match(/firebase:authUser:[^"\\]+/g)).size;
}
