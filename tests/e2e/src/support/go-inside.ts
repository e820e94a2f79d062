import type { Page } from '@playwright/test';
import { expectHydrated } from './expect-hydrated.ts';

/**
 * Navigates to an address inside the site, from a page that needs no remote. Opened directly, a
 * page would be prerendered with its screen.
 */
export async function goInside(page: Page, path: string): Promise<void> {
  await page.goto('/no-such-page');
  await expectHydrated(page);
  await page.evaluate((address) => {
    // The shell tells navigations apart by the router's key in an entry.
    history.pushState({ key: address }, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}
