import type { Page } from '@playwright/test';

/** Addresses of all apps' scripts. */
export const scripts = /\/releases\/.*\.js/;

export const remoteScripts = /\/releases\/(?!shell\/).*\.js/;

/** Holds requests for an address until the returned function is called. */
export async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await resumed;
    await route.continue();
  });
  return resume;
}
