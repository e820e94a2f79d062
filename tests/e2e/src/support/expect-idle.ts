import { expect, type Page } from '@playwright/test';
import { expectHydrated } from './expect-hydrated.ts';

/** Waits until a page is hydrated and idle. After `networkidle`, it might still request files. */
export async function expectIdle(page: Page): Promise<void> {
  await expectHydrated(page);
  await expect(async () => {
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    const requests = await page.requests();
    const waiting = requests.filter((it) => it.timing().responseEnd < 0 && !it.failure());
    expect(waiting.map((it) => it.url())).toEqual([]);
  }).toPass();
}
