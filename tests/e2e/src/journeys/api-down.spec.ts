import { paths } from '@kargo/shared-types/page/paths';
import { freePort } from 'local-services/free-port';
import { startGateway } from '../faults/gateway.ts';
import { drivers } from '../support/drivers.ts';
import { test as base, expect } from '../support/journey.ts';
import { siteReleases } from '../support/site.ts';

// A gateway with the same releases, but with no API.

const test = base.extend({
  baseURL: async ({}, use) => {
    const apiUrl = `http://127.0.0.1:${await freePort()}`;
    await using gateway = await startGateway(siteReleases, { apiUrl });
    await use(gateway.url);
  },
});

test('a visitor reads Home and About while the API is down', async ({ page }) => {
  await page.goto(paths.home());
  await expect(page.getByText('12M + used this app')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'About Us' }).click();
  await expect(page.getByRole('heading', { name: 'About Page' })).toBeVisible();
});

test('a driver who signs in while the API is down sees a message, and keeps the entries', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 503/);
  consoleErrors.expect(/status of 503/);
  consoleErrors.expect(/Failed to fetch IP address:/);
  const { email, password } = drivers.form;
  await page.goto(paths.login());
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('Something went wrong!');
  await alert.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
});

test('the gateway reports that it is healthy and that the API is not', async ({ request }) => {
  expect((await request.get('/healthz')).status()).toBe(200);
  const response = await request.get('/api/v1/verify');
  expect(response.status()).toBe(503);
  expect(await response.json()).toMatchObject({ code: 'unavailable' });
});
