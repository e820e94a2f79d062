import type { Page } from '@playwright/test';
import { expectHydrated } from './expect-hydrated.ts';

/**
 * Navigates to an address inside the site, from a page that needs no remote. A page that is loaded
 * directly would be prerendered with its screen.
 */
export async function goInside(page: Page, path: string): Promise<void> {
  await page.goto('/no-such-page');
  await expectHydrated(page);
  await page.evaluate((address) => {
    // The router's key of an entry, by which the shell tells navigations apart.
    history.pushState({ key: address }, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}
