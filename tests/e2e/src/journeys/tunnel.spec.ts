import { paths } from '@kargo/shared-types/page/paths';
import type { BrowserContext } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { profileForm } from '../support/profile-form.ts';

// In a tunnel (spec section 4), the page waits for the connection, and the driver stays signed in.

/** When to cut the connection, in ms after the shell's first script has arrived. */
const moments = process.env.PROOF ? [60, 300, 800, 1500] : [60];

/** Latency of each response in ms, so that the moments fall into different phases. */
const latency = 250;

for (const moment of moments) {
  test(`a driver whose connection drops ${moment} ms into the profile gets there when it is back`, async ({
    signedInPage: page,
    context,
    driver,
    consoleErrors,
  }) => {
    consoleErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch IP address/);
    const connection = await slowConnection(context);
    const begin = page.waitForEvent('requestfinished', (request) => isFirstScript(request.url()));
    await page.goto(paths.profile(), { waitUntil: 'commit' });
    await begin;
    await page.waitForTimeout(moment);
    await connection.cut();
    await expect(page.getByText("You're offline. We'll carry on when you're back.")).toBeVisible();
    await page.waitForTimeout(2000);
    await expect(page).toHaveURL(paths.profile());
    await expect(page.getByTestId('remote-unavailable')).toHaveCount(0);

    await connection.restore();
    await expect(page.getByText('Back online.')).toBeVisible();
    await expect(profileForm(page).name).toHaveValue(driver.name);
    await expect(page).toHaveURL(paths.profile());
  });
}

/** Never delayed: without it, no page could wait. */
const isFirstScript = (url: string) => /\/shell\/[^/]+\/main\.js/.test(url);

/**
 * Makes the connection slow. A cut breaks requests in progress, as in a tunnel; the browser's own
 * offline mode would let them finish.
 */
async function slowConnection(context: BrowserContext) {
  let isCut = false;
  await context.route(/\/(releases|api)\//, async (route) => {
    if (isFirstScript(route.request().url())) return route.continue();
    await new Promise((resolve) => setTimeout(resolve, latency));
    // The page may be closed by now.
    await (isCut ? route.abort('internetdisconnected') : route.continue()).catch(() => {});
  });
  const cut = async (isOffline: boolean) => {
    isCut = isOffline;
    await context.setOffline(isOffline);
  };
  return { cut: () => cut(true), restore: () => cut(false) };
}
