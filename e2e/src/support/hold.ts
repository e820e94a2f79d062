import type { Page } from '@playwright/test';

/** Addresses of the scripts of all apps. */
export const scripts = /\/releases\/.*\.js/;

export const remoteScripts = /\/releases\/(?!shell\/).*\.js/;

/** Holds requests back; they go on when the function that is returned is called. */
export async function hold(page: Page, address: RegExp): Promise<() => void> {
  const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await mayGo;
    await route.continue();
  });
  return letGo;
}
