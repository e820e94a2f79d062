import { paths } from '@kargo/shared-types/page/paths';
import type { Page, Route } from '@playwright/test';
import { expect } from '../support/journey.ts';
import type { Versions } from '../support/published-release.ts';
import { ReleasesFolder } from '../support/releases-folder.ts';
import { expectReports } from '../support/reports.ts';
import { FaultySite } from './faulty-site.ts';
import { startGateway } from './gateway.ts';
import { nextReleases } from './next-releases.ts';
import { test } from './two-releases.ts';

// The last good shell replaces one that does not start, once.

type Site = Versions & { url: string };

/** Replaces the entry of the current shell, and returns a counter of its requests. */
async function breakShell(page: Page, { current }: Site, answer: (route: Route) => unknown) {
  let count = 0;
  await page.route(`**/releases/shell/${current}/main.js`, async (route) => {
    count += 1;
    await answer(route);
  });
  return () => count;
}

const tamper = (route: Route) => route.fulfill({ body: 'document.title = "foreign code";' });

const faults = [
  ['is tampered with', tamper],
  ['is gone', (route: Route) => route.fulfill({ status: 404 })],
  ...(process.env.PROOF
    ? ([
        ['is answered 503', (route: Route) => route.fulfill({ status: 503 })],
        ['is HTML', (route: Route) => route.fulfill({ contentType: 'text/html', body: '<p>' })],
      ] as const)
    : []),
] as const;

for (const [what, response] of faults) {
  test(`a shell that ${what} gives way to the one before`, async ({
    page,
    siteWithTwoShells: site,
    consoleErrors,
  }) => {
    consoleErrors.expect(/integrity|status of (404|503)/);
    const tries = await breakShell(page, site, response);
    for (const path of [paths.about(), paths.profile()]) {
      await page.goto(site.url + path);
      await expectStarted(page, site.fallback);
    }
    // The browser remembers the failure, and does not request the broken shell again.
    expect(tries()).toBe(1);
  });
}

test('a shell that throws gives way to the one before', async ({
  page,
  siteWithTwoShells: site,
  consoleErrors,
}) => {
  const { current, fallback } = site;
  consoleErrors.allow(/planted/);
  await using releases = await ReleasesFolder.copy(nextReleases.storeOfShells);
  const throwing = (code: string) =>
    `sessionStorage.planted = 'ran';throw new Error('planted');${code}`;
  const { entry } = await releases.release('shell', current);
  await releases.edit({ app: 'shell', version: current }, entry, throwing);
  await using gateway = await startGateway(releases.path);
  await using front = await FaultySite.open(gateway.url);
  await page.goto(front.url + paths.about());
  await expectStarted(page, fallback);
  await expect.poll(() => front.reports.length).toBe(1);
  expectReports(front.reports, [{ kind: 'gave-way', app: 'shell', version: current }]);
  expect(await page.evaluate(() => sessionStorage.planted)).toBe('ran');
  await page.close();
});

test('a shell that hangs gives way after 15 s', async ({ page, siteWithTwoShells: site }) => {
  await page.clock.install({ time: '2026-11-20T08:00:00Z' });
  await page.clock.pauseAt('2026-11-20T08:00:01Z');
  await breakShell(page, site, () => {});
  await page.goto(site.url + paths.about(), { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'About Page' })).toBeVisible();
  await page.clock.runFor(14_000);
  expect(await shellOf(page)).toBe(site.current);
  const reload = page.waitForEvent('load');
  await page.clock.runFor(2000);
  await reload;
  await expectStarted(page, site.fallback);
});

test('text typed into a page is kept although its shell hangs or fails', async ({
  page,
  siteWithTwoShells: site,
  consoleErrors,
}) => {
  consoleErrors.expect(/integrity/);
  await page.clock.install();
  const { promise: typed, resolve: haveTyped } = Promise.withResolvers<void>();
  await breakShell(page, site, async (route) => {
    await typed;
    await tamper(route);
  });
  await page.goto(site.url + paths.login(), { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('ada@kargo.example');
  await page.clock.runFor(20_000);
  haveTyped();
  await page.waitForEvent('load');
  await page.clock.runFor(20_000);
  expect(await shellOf(page)).toBe(site.current);
  await expect(page.getByLabel('Email')).toHaveValue('ada@kargo.example');
});

test('when the previous shell fails too, there is no third attempt', async ({
  page,
  siteWithTwoShells: site,
  consoleErrors,
}) => {
  consoleErrors.allow(/integrity/);
  let tries = 0;
  await page.route('**/releases/shell/*/main.js', (route) => {
    tries += 1;
    return tamper(route);
  });
  await page.goto(site.url + paths.about());
  await expect.poll(() => tries).toBe(2);
  await page.waitForLoadState('load');
  expect(await shellOf(page)).toBe(site.fallback);
  await page.waitForTimeout(500);
  expect(tries).toBe(2);
});

async function expectStarted(page: Page, shell: string): Promise<void> {
  await expect(page.locator('#start-page')).toHaveCount(0);
  expect(await shellOf(page)).toBe(shell);
}

/** The version of the page's shell. */
const shellOf = (page: Page) =>
  page.evaluate(() => {
    const sources = [...document.scripts].map(({ src }) => /\/shell\/([^/]+)\//.exec(src)?.[1]);
    return sources.find((version) => version !== undefined);
  });
