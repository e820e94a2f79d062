import type { Page } from '@playwright/test';
import { paths } from 'shared-types/paths';
import type { RemoteName } from 'shared-types/screens';
import { expect } from '../support/journey.ts';
import { startGateway } from './gateway.ts';
import { publishNextShell } from './next-shell.ts';
import { ReleasesFolder } from './releases-folder.ts';
import { replaceRelease } from './replace-release.ts';
import { test, versionsOf } from './two-releases.ts';
import { destinations, header, storeSession } from './ways-in.ts';

// A team publishes while a page is open. As in every journey, the browser may report no error.

test('a new release is taken up at the next navigation, though the old files are gone', async ({
  page,
  builds,
}) => {
  await using releases = await ReleasesFolder.copy();
  await using gateway = await startGateway(releases.path);
  const { current } = await versionsOf(gateway.url, 'marketing');
  await open(page, gateway.url + paths.about());
  await expectRelease(page, 'marketing', current);

  const next = await replaceRelease(releases, gateway, 'marketing', builds.marketing);
  await header(page).getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(gateway.url + paths.home());
  await expectRelease(page, 'marketing', next);
  await header(page).getByRole('link', { name: 'About Us' }).click();
  await expect(page).toHaveURL(gateway.url + paths.about());
  await expectRelease(page, 'marketing', next);
  await expectSamePage(page);
});

test('a page that was opened before a release finds a remote that it had not loaded yet', async ({
  page,
  builds,
}) => {
  await using releases = await ReleasesFolder.copy();
  await using gateway = await startGateway(releases.path);
  await open(page, gateway.url + paths.about());

  const next = await replaceRelease(releases, gateway, 'auth', builds.auth);
  await destinations.auth.follow(page);
  await expectRelease(page, 'auth', next);
  await expectSamePage(page);
});

test('a page whose screen does not go with its shell any more is offered the next one', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/Failed to (load|fetch)|failed: |ERR_FAILED/);
  await using releases = await ReleasesFolder.copy();
  await using gateway = await startGateway(releases.path);
  await open(page, gateway.url + paths.about());
  const { current } = await publishNextShell(releases, gateway);
  await page.route('**/releases/auth/**', (route) => route.abort());
  await destinations.auth.follow(page);
  const reload = page.getByRole('button', { name: 'Reload' });
  await expect(reload).toBeVisible();
  await page.unroute('**/releases/auth/**');
  await reload.click();
  await expectRelease(page, 'auth', (await versionsOf(gateway.url, 'auth')).current);
  await expect(page.locator(`script[src*="/shell/${current}/"]`)).toHaveCount(1);
});

for (const remote of ['auth', 'profile'] as const) {
  test(`whoever comes back to ${remote} after a release finds what it shares with others`, async ({
    page,
    session,
    builds,
  }) => {
    await using releases = await ReleasesFolder.copy();
    await using gateway = await startGateway(releases.path);
    const { current } = await versionsOf(gateway.url, remote);
    const { needsSession, follow } = destinations[remote];
    if (needsSession) await storeSession(page, session.token);
    await open(page, gateway.url + paths.about());
    await follow(page);
    await expectRelease(page, remote, current);
    await page.goBack();
    await expect(page).toHaveURL(gateway.url + paths.about());

    const next = await replaceRelease(releases, gateway, remote, builds[remote]);
    await follow(page);
    await expectRelease(page, remote, next);
    await expectSamePage(page);
  });
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
}

async function expectSamePage(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'isSamePage' in window), 'without a reload').toBe(true);
  // The gateway ends next, and what is under way would fail.
  await page.close();
}

async function expectRelease(page: Page, remote: RemoteName, version: string): Promise<void> {
  const region = page.locator(`[data-remote=${remote}]`);
  await expect(region).toHaveAttribute('data-release', version);
  await expect(region.getByRole('heading', { level: 1 })).toBeVisible();
}
