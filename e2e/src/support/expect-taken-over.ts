import type { Page } from '@playwright/test';

/** Waits until React has made the screen its own. */
export async function expectTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('#root h1');
    return heading && Object.keys(heading).some((key) => key.startsWith('__reactFiber'));
  });
}
