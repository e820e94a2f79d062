import { paths } from '@kargo/shared-types/page/paths';
import { releasePath } from '@kargo/shared-types/releases/release-addresses';
import type { Page, Request } from '@playwright/test';
import { expectIdle } from '../support/expect-idle.ts';
import { expect, storeSession } from '../support/journey.ts';
import { versionsOf } from '../support/published-release.ts';
import { test } from './two-releases.ts';
import { destinations, pageWithoutRemote, remotes } from './ways-in.ts';

// A phone on a slow line, without any fault, must not download a release that it does not use.

const places = remotes.map((remote) => ({ remote, ...destinations[remote] }));
const home = { ...destinations.marketing, remote: 'marketing', path: paths.home() } as const;

/** The loader treats all remotes alike, so the largest are enough; a proof visits all. */
const visited = {
  'first load': process.env.PROOF ? [...places, home] : [home],
  'in-app navigation': places.filter(({ remote }) => process.env.PROOF || remote === 'profile'),
};

const phone = { processorSlowdown: 4, latencyMs: 150, bitsPerSecond: 1_600_000 };

for (const wayIn of ['first load', 'in-app navigation'] as const) {
  test(`on a slow connection no fallback is downloaded: ${wayIn}`, async ({
    browser,
    session,
    siteWithTwoReleases: baseURL,
  }) => {
    for (const { remote, path, needsSession, follow } of visited[wayIn]) {
      const { current, fallback } = await versionsOf(baseURL, remote);
      const filesOf = (asked: Request[], version: string) =>
        asked.filter((request) => request.url().includes(releasePath(remote, version)));

      /** The requests of a visit with an empty cache. */
      async function visit(): Promise<Request[]> {
        await using context = await browser.newContext({ baseURL });
        const page = await context.newPage();
        if (needsSession) await storeSession(page, session.token);
        const asked: Request[] = [];
        page.on('request', (request) => asked.push(request));
        if (wayIn === 'in-app navigation') await page.goto(pageWithoutRemote);
        await slowDown(page);
        if (wayIn === 'in-app navigation') await follow(page);
        else await page.goto(path, { waitUntil: 'commit' });
        const region = page.locator(`[data-remote=${remote}][data-release]`);
        await expect(region.getByRole('heading', { level: 1 })).toBeVisible();
        await expectIdle(page);
        return asked;
      }

      let asked = await visit();
      // On a busy machine, the server may respond so late that a fallback is right.
      for (let visits = 1; visits < 4 && filesOf(asked, current).some(isLate); visits += 1)
        asked = await visit();
      expect(filesOf(asked, current)).not.toEqual([]);
      expect(filesOf(asked, fallback).map((request) => request.url())).toEqual([]);
    }
  });
}

/** Whether the first byte took longer than on a slow line, or did not come. */
function isLate(request: Request): boolean {
  const { requestStart, responseStart } = request.timing();
  return request.failure() !== null || responseStart - requestStart > 800;
}

async function slowDown(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: phone.processorSlowdown });
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: phone.latencyMs,
    downloadThroughput: phone.bitsPerSecond / 8,
    uploadThroughput: phone.bitsPerSecond / 8,
  });
}
