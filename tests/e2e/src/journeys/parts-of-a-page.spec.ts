import { paths } from '@kargo/shared-types/page/paths';
import type { Page } from '@playwright/test';
import { expectHydrated } from '../support/expect-hydrated.ts';
import { expect, test } from '../support/journey.ts';

// Links and addresses that lead to part of a page.

test('"Contact us" leads to the contact block each time it is clicked, and back leads back', async ({
  page,
}) => {
  await page.goto(paths.about());
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Contact us' });
  const heading = page.getByRole('heading', { name: 'Questions? Talk to us.' });
  await link.click();
  await expect(page).toHaveURL(`${paths.about()}#contact`);
  await expect(heading).toBeFocused();

  await scrollToTop(page);
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();

  await page.goBack();
  await expect(page).toHaveURL(paths.about());
});

test('the free trial leads to the call to action of Home, and moves the focus there', async ({
  page,
}) => {
  await page.goto(paths.home());
  await expectHydrated(page);
  const link = page.getByTestId('trial-text').getByRole('link');
  for (const _ of ['once', 'and again']) {
    await link.click();
    const heading = page.getByRole('heading', { name: 'Ready when you are' });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
    await scrollToTop(page);
  }
});

test('an address with an invalid fragment still shows the page', async ({ page }) => {
  await page.goto(`${paths.about()}#100%`);
  await expect(page.locator('[data-remote=marketing]')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).first().click();
  await expect(page).toHaveURL(paths.home());
  await expect(page.getByText('12M + used this app')).toBeVisible();
});

test('a browser without storage for the site shows its pages, after going back and after a reload', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const storage of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(window, storage, {
        get() {
          throw new DOMException('Access is denied for this document', 'SecurityError');
        },
      });
    }
  });
  await page.goto(paths.home());
  await page.getByRole('banner').getByRole('link', { name: 'About Us' }).click();
  await expect(page.getByRole('heading', { name: 'About Page' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('12M + used this app')).toBeVisible();
  await page.reload();
  await expect(page.getByText('12M + used this app')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

function scrollToTop(page: Page): Promise<void> {
  return page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
}
