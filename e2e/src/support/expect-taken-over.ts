import type { Page } from '@playwright/test';

/** Waits until React has made the screen its own. */
export async function expectTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(isTakenOver);
}

/** Runs in the page. */
export function isTakenOver(): boolean {
  const heading = document.querySelector('#root h1') ?? {};
  return Object.keys(heading).some((key) => key.startsWith('__reactFiber'));
}
