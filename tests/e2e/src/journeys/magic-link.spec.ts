import { paths } from '@kargo/shared-types/page/paths';
import { drivers } from '../support/drivers.ts';
import { expect, signIn, storedSession, test } from '../support/journey.ts';
import { mailMagicLink } from '../support/mail-magic-link.ts';
import { profileForm } from '../support/profile-form.ts';

test('a driver opens the link in the mail and is signed in, and the token leaves the address', async ({
  page,
  driver,
}) => {
  const link = await mailMagicLink(driver);
  const referrers: (string | undefined)[] = [];
  page.on('request', (request) => referrers.push(request.headers().referer));

  await page.goto(link);
  await expect(profileForm(page).name).toHaveValue(driver.name);
  await expect(page).toHaveURL(paths.profile());
  expect(await storedSession(page)).toMatch(/^\{"token":"[\w-]{43}"\}$/);
  expect(referrers.filter((referrer) => referrer?.includes('magic_token'))).toEqual([]);

  await page.reload();
  await expect(profileForm(page).name).toHaveValue(driver.name);
});

test('a driver whose link a scanner followed is signed in and saves, which signs the scanner out', async ({
  page,
  driver,
  consoleErrors,
  browser,
}) => {
  const link = await mailMagicLink(driver);
  const scanner = await browser.newPage();
  await scanner.goto(link);
  await expect(profileForm(scanner).name).toHaveValue(driver.name);
  // Some mail programs add a dot or a slash to a link.
  await page.goto(`${link}/`);
  const form = profileForm(page);
  await expect(form.name).toHaveValue(driver.name);
  await form.save.click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();

  await scanner.reload();
  await expect(scanner).toHaveURL(paths.login());
  await scanner.close();

  consoleErrors.expect(/status of 403/);
  consoleErrors.expect(/Failed to load profile:/);
  await page.goto(link);
  await expect(page).toHaveURL(paths.login());
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  expect(await storedSession(page)).toBeNull();
});

test('a link replaces the session of the driver who was signed in', async ({ page, driver }) => {
  await signIn(page, driver);
  await expect(page).toHaveURL(paths.home());
  const tokenBefore = await storedSession(page);

  await page.goto(await mailMagicLink(drivers.done));
  await expect(profileForm(page).name).toHaveValue(drivers.done.name);
  expect(await storedSession(page)).not.toBe(tokenBefore);
  const notice = page.getByText(`You are signed in as ${drivers.done.name} now.`);
  await expect(notice).toBeVisible();
  // A name may be one long word.
  await expect(notice).toHaveCSS('overflow-wrap', 'anywhere');
  const headers = { Authorization: `Bearer ${JSON.parse(tokenBefore ?? '').token}` };
  expect((await page.request.get('/api/v1/verify', { headers })).status()).toBe(401);

  // The identity provider has nobody signed in either, so no password can be changed.
  const form = page.getByRole('region', { name: 'Change Password' });
  await form.getByLabel('Old Password').fill(driver.password);
  await form.getByLabel('New Password', { exact: true }).fill('another-password');
  await form.getByLabel('Confirm Password').fill('another-password');
  await form.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('User not logged in');
});

test('a link without a token is invalid', async ({ page }) => {
  await page.goto(`${paths.profile()}?magic_token=`);
  await expect(page).toHaveURL(paths.login());
});

test('a driver who opens the link without a connection is signed in when it is back', async ({
  page,
  driver,
  context,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch IP address/);
  const link = await mailMagicLink(driver);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => window.name !== 'offline' });
    window.name = 'offline';
  });
  // The page itself and the shell come from the server.
  const others = /\/(api|releases\/(?!shell))/;
  await page.route(others, (route) => route.abort('internetdisconnected'));
  await page.goto(link);
  await expect(page.getByText("You're offline. We'll carry on when you're back.")).toBeVisible();
  expect(new URL(page.url()).search).toContain('magic_token');

  await page.unroute(others);
  await page.evaluate(() => {
    window.name = '';
    window.dispatchEvent(new Event('online'));
  });
  await expect(page.getByText('Back online.')).toBeVisible();
  await expect(profileForm(page).name).toHaveValue(driver.name);
  await expect(page).toHaveURL(paths.profile());
  await context.close();
});
