import { paths } from 'shared-types/paths';
import { expect, test } from '../journey.ts';

/** What a first visit to Home may cost at most, compressed. Mind the phones before raising it. */
const budget = { scriptBytes: 300_000, requests: 20 };

test('a first visit to Home stays within its budget', async ({ page }) => {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const scripts = new Set<string>();
  let requests = 0;
  let scriptBytes = 0;
  client.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if (!request.url.startsWith('http')) return;
    requests += 1;
    if (type === 'Script') scripts.add(requestId);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  await page.goto(paths.home(), { waitUntil: 'networkidle' });
  await expect(page.locator('[data-remote=marketing]')).toBeVisible();

  console.log(`    Home: ${requests} requests, ${Math.round(scriptBytes / 1000)} kB of JavaScript`);
  expect(scriptBytes).toBeLessThanOrEqual(budget.scriptBytes);
  expect(requests).toBeLessThanOrEqual(budget.requests);
});
