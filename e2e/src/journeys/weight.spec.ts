import { paths } from 'shared-types/paths';
import { findBrowser, launchOptions } from '../support/browser.ts';
import { expect, test } from '../support/journey.ts';

// The one without windows does not ask for the icon.
test.use({ launchOptions: launchOptions(await findBrowser()) });

/**
 * Limits of a first visit to Home: bytes over the wire by kind, and requests. A script counts as
 * two requests (it is fetched, then run from the cache). Consider phones before raising one.
 */
const budget = {
  bytes: { javascript: 215_000, css: 5_000, font: 80_000, image: 5_000, html: 30_000 },
  requests: 20,
};
type Kind = keyof typeof budget.bytes;
const kinds = Object.keys(budget.bytes) as Kind[];

test('a first visit to Home stays within its budget', async ({ page }) => {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const kindOf = new Map<string, Kind>();
  const bytes: Record<Kind, number> = { javascript: 0, css: 0, font: 0, image: 0, html: 0 };
  let requests = 0;
  client.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('http')) requests += 1;
  });
  client.on('Network.responseReceived', ({ requestId, response }) => {
    const kind = kinds.find((name) => response.mimeType.includes(name));
    if (kind) kindOf.set(requestId, kind);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kindOf.get(requestId);
    if (kind) bytes[kind] += encodedDataLength;
  });
  await page.goto(paths.home());
  // The carousels' script loads last.
  await expect(page.locator('.slick-initialized')).toHaveCount(3);
  await page.waitForLoadState('networkidle');

  console.log(`    Home: ${requests} requests, bytes ${JSON.stringify(bytes)}`);
  for (const kind of kinds) {
    expect.soft(bytes[kind], kind).toBeGreaterThan(0);
    expect.soft(bytes[kind], kind).toBeLessThanOrEqual(budget.bytes[kind]);
  }
  expect(requests).toBeLessThanOrEqual(budget.requests);
});
