import { paths } from '@kargo/shared-types/page/paths';
import type { Page } from '@playwright/test';
import { expectHydrated } from '../support/expect-hydrated.ts';
import { expect, test } from '../support/journey.ts';
import { payoutAccount } from '../support/payout-account.ts';
import { profileForm } from '../support/profile-form.ts';
import { showPayoutState } from '../support/show-payout-state.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('the menu, a question and the price switch have their styles without another script', async ({
  page,
}) => {
  await page.goto(paths.home());
  await blockScripts(page);

  const open = page.getByRole('button', { name: 'Open menu' });
  await open.click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.getByRole('button', { name: 'Close menu' }).click();
  await page.getByText('Yearly', { exact: true }).click();
  await expect(page.getByTestId('price-yearly')).toBeVisible();
  const question = page.getByRole('button', { name: 'How can I pay?' });
  await question.click();
  await expect(page.locator(`#${await question.getAttribute('aria-controls')}`)).toBeVisible();
  expect(await stylesMissing(page)).toEqual([]);
});

test('a driver’s menus need no other script either', async ({ signedInPage: page }) => {
  await page.goto(paths.profile());
  await expect(profileForm(page).name).toBeVisible();
  await blockScripts(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Profile', exact: true }).click();
  await expect(page.getByRole('link', { name: 'My Profile' })).toBeVisible();
  expect(await stylesMissing(page)).toEqual([]);
});

test('a picture, or any state of payouts, needs no other script either', async ({
  signedInPage: page,
}) => {
  const last_link = { sent_at: '2026-01-01T00:00:00Z', expires_at: '2026-01-02T00:00:00Z' };
  for (const state of ['pending', 'done', 'disabled'] as const) {
    await showPayoutState(page, state, { image: '/favicon.svg', last_link });
    await page.goto(paths.profile());
    await payoutAccount(page).expectState(state);
    expect(await stylesMissing(page), state).toEqual([]);
  }
});

test('the carousels, once loaded, need no other script either', async ({ page }) => {
  await page.goto(paths.home());
  await blockScripts(page, '**/releases/shell/**');
  for (const carousel of await page
    .getByRole('region', { name: /^(Reviews|Companies|App screens)$/ })
    .all()) {
    await carousel.scrollIntoViewIfNeeded();
    await expect(carousel.locator('.slick-slider')).toBeVisible();
  }
  expect(await stylesMissing(page)).toEqual([]);
});

test('links lead to styled screens', async ({ page }) => {
  await page.goto(paths.home());
  await blockScripts(page, '**/releases/shell/**');
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click();
  await expect(page.getByRole('heading', { name: 'About Page' })).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'How It Works' }).click();
  await expect(page.getByRole('heading', { name: 'How It Works' })).toBeVisible();
  await page.getByRole('link', { name: 'Kargo' }).click();
  await expect(page.getByText('12M + used this app')).toBeVisible();
  expect(await stylesMissing(page)).toEqual([]);
});

/** Scripts that a page requests from now on never come. */
async function blockScripts(page: Page, scripts = '**/*.js'): Promise<void> {
  await expectHydrated(page);
  await page.route(scripts, () => {});
}

/** Returns the page's classes that are in no style sheet. */
async function stylesMissing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const sheets = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
    const css = sheets.map(({ cssText }) => cssText).join('');
    const known = new Set([...css.matchAll(/\.([a-z][a-z0-9]{4})(?![\w-])/g)].map(([, it]) => it));
    const classes = [...document.querySelectorAll('[class]')].flatMap((it) => [...it.classList]);
    return classes.filter((it) => /^[a-z][a-z0-9]{4}$/.test(it) && !known.has(it));
  });
}
