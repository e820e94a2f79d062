import type { Page } from '@playwright/test';

/** Waits until React has hydrated the screen. */
export async function expectHydrated(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated);
}

/** Runs in the page. */
export function isHydrated(): boolean {
  const heading = document.querySelector('#root h1') ?? {};
  return Object.keys(heading).some((key) => key.startsWith('__reactFiber'));
}
