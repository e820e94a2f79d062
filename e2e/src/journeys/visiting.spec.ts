import { paths } from 'shared-types/paths';
import { expect, test } from '../journey.ts';

test('a visitor reads Home, goes on to About and comes back', async ({ page }) => {
  await page.goto(paths.home());
  await expect(page).toHaveTitle('Kargo – parcels, gifts and business deliveries, tracked live');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('12M + used this app')).toBeVisible();

  await page.getByRole('banner').getByRole('link', { name: 'About Us' }).click();
  await expect(page).toHaveURL(paths.about());
  await expect(page).toHaveTitle('About Kargo');
  await expect(page.getByRole('heading', { name: 'About Page' })).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(paths.home());
  await expect(page.getByText('12M + used this app')).toBeVisible();
});

test('a visitor opens an address in capitals', async ({ page }) => {
  await page.goto(paths.about().toUpperCase());
  await expect(page.getByRole('heading', { name: 'About Page' })).toBeVisible();
});

test('a visitor who slipped in an address is told so, and finds the way home', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 404/);
  const answer = await page.goto('/no-such-page');
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveTitle('Page not found – Kargo');
  const main = page.getByRole('main');
  await expect(
    main.getByRole('heading', { name: "This address isn't on our route" }),
  ).toBeVisible();
  await main.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(paths.home());
  await expect(page.getByText('12M + used this app')).toBeVisible();
});

test('a visitor who asks for the profile is sent to the login', async ({ page }) => {
  await page.goto(paths.profile());
  await expect(page).toHaveURL(paths.login());
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});
