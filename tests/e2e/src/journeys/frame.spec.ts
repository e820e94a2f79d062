import { magicTokenParameter } from '@kargo/shared-types/page/magic-token-parameter';
import { paths } from '@kargo/shared-types/page/paths';
import { expectHydrated } from '../support/expect-hydrated.ts';
import { hold, scripts } from '../support/hold.ts';
import { expect, storedSession, test } from '../support/journey.ts';
import { profileForm } from '../support/profile-form.ts';

// The profile is prerendered with placeholders, and calls the API before its scripts have loaded.

const verify = '**/api/v1/verify';
const lookUp = /\/api\/v1\/ip$/;

test('before any script runs, a driver sees their name and the frame of the profile, which becomes the profile', async ({
  signedInPage: page,
  driver,
}) => {
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/(ip|verify)$/.test(pathname)) calls.push(pathname);
  });
  const arrive = await hold(page, scripts);
  await page.goto(paths.profile(), { waitUntil: 'commit' });
  await expect(page.getByTestId('profile-skeleton')).toBeVisible();
  await expect(
    page.getByTestId('site-header').getByRole('button', { name: 'Profile' }),
  ).toBeVisible();
  await expect(page.locator('main').getByText(driver.name)).toBeVisible();
  const heading = await page.getByRole('heading', { level: 1 }).elementHandle();

  arrive();
  await expect(profileForm(page).name).toHaveValue(driver.name);
  await expect(page.getByTestId('profile-skeleton')).toHaveCount(0);
  await expectHydrated(page);
  expect(await heading?.evaluate((it) => it.isConnected)).toBe(true);
  expect(calls).toEqual(['/api/v1/ip', '/api/v1/verify']);
  expect(warnings).toEqual([]);
});

test('a visitor is redirected to the login, without any call', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (/\/api\//.test(request.url())) calls.push(request.url());
  });
  await page.goto(paths.home());
  await page.goto(paths.profile());
  await expect(page).toHaveURL(paths.login());
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  expect(calls).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL(paths.home());
});

test('a mailed link gets the page without a frame', async ({ request }) => {
  const framed = await (await request.get(paths.profile())).text();
  expect(framed).toContain('My profile</h1>');
  const linked = await request.get(`${paths.profile()}?${magicTokenParameter}=any`);
  expect(await linked.text()).toContain('<div id="root"></div>');
  expect(await linked.text()).not.toContain('/verify');
});

test('an early call that is refused ends the session, once', async ({ page, consoleErrors }) => {
  consoleErrors.expect(/status of 401/);
  consoleErrors.allow(/Failed to load profile/);
  let calls = 0;
  page.on('request', (request) => {
    if (/\/verify$/.test(request.url())) calls += 1;
  });
  await page.addInitScript(() => {
    if (sessionStorage.getItem('done')) return;
    sessionStorage.setItem('done', 'yes');
    localStorage.setItem('kargo_web', '{"token":"no-good"}');
  });
  await page.goto(paths.profile());
  await expect(page).toHaveURL(paths.login());
  expect(await storedSession(page)).toBeNull();
  expect(calls).toBe(1);
});

test('a logout in another tab is not undone by the response to an early call', async ({
  signedInPage: page,
  context,
}) => {
  let answer = () => {};
  await page.route(verify, async (route) => {
    const response = await route.fetch();
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    // The call may be aborted by now.
    await route.fulfill({ response }).catch(() => {});
  });
  await page.goto(paths.profile());
  await expectHydrated(page);
  await expect(page.getByTestId('loading-overlay')).toBeVisible();
  const other = await context.newPage();
  await other.goto(paths.about());
  await other.evaluate(() => localStorage.removeItem('kargo_web'));
  await expect(page).toHaveURL(paths.login());
  answer();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  expect(await storedSession(page)).toBeNull();
});

test('a slow look-up delays the call by three seconds, and the frame not at all', async ({
  signedInPage: page,
  driver,
  consoleErrors,
}) => {
  consoleErrors.expect(/Failed to fetch IP address/);
  await page.route(lookUp, () => new Promise(() => {}));
  const sent = page.waitForRequest(verify);
  await page.goto(paths.profile());
  await expect(page.getByTestId('profile-skeleton')).toBeVisible();
  expect(await (await sent).headerValue('x-device-id')).toBeNull();
  await expect(profileForm(page).name).toHaveValue(driver.name);
});
