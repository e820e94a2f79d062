import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashOf, type LoggedRelease } from '@kargo/release-log/log/app-record';
import { currentRelease } from '@kargo/release-log/log/served-releases';
import { paths } from '@kargo/shared-types/page/paths';
import type { RemoteName } from '@kargo/shared-types/page/screens';
import { releaseFile } from '@kargo/shared-types/releases/release-addresses';
import type { Page } from '@playwright/test';
import { expect, storeSession } from '../support/journey.ts';
import { payoutAccount } from '../support/payout-account.ts';
import { versionsOf } from '../support/published-release.ts';
import { ReleasesFolder } from '../support/releases-folder.ts';
import { startGateway } from './gateway.ts';
import { nextReleases } from './next-releases.ts';
import { replaceRelease, test } from './two-releases.ts';
import { destinations, header } from './ways-in.ts';

// A team publishes while a page is open. As in every journey, errors in the browser fail the test.

test('a new release is loaded at the next navigation, although the old files are gone', async ({
  page,
}) => {
  await using releases = await ReleasesFolder.copy();
  await using gateway = await startGateway(releases.path);
  const { current } = await versionsOf(gateway.url, 'marketing');
  await open(page, gateway.url + paths.about());
  await expectRelease(page, 'marketing', current);

  const next = await replaceRelease(releases, gateway, 'marketing');
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
  consoleErrors,
}) => {
  // The page requests the old entry script before it knows that there is a new one.
  consoleErrors.allow(/status of 404/);
  await using releases = await ReleasesFolder.copy();
  await using gateway = await startGateway(releases.path);
  await open(page, gateway.url + paths.about());

  const next = await replaceRelease(releases, gateway, 'auth');
  await destinations.auth.follow(page);
  await expectRelease(page, 'auth', next);
  await expectSamePage(page);
});

test('a page whose shell does not fit a new screen offers to reload with the next shell', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/Failed to (load|fetch)|failed: |ERR_FAILED/);
  await using releases = await ReleasesFolder.copy();
  await using gateway = await startGateway(releases.path);
  await open(page, gateway.url + paths.about());
  const { current: old } = await versionsOf(gateway.url, 'shell');
  await releases.takeOver('shell', nextReleases.storeOfShells);
  const next = async () => (await versionsOf(gateway.url, 'shell')).current;
  await expect.poll(next).not.toBe(old);
  await page.route('**/releases/auth/**', (route) => route.abort());
  await destinations.auth.follow(page);
  const reload = page.getByRole('button', { name: 'Reload' });
  await expect(reload).toBeVisible();
  await page.unroute('**/releases/auth/**');
  await reload.click();
  await expectRelease(page, 'auth', (await versionsOf(gateway.url, 'auth')).current);
  await expect(page.locator(`script[src*="/shell/${await next()}/"]`)).toHaveCount(1);
  await page.close();
});

test('after two broken releases that were never smoke tested, the good one before is shown', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/Loading chunk|planted/);
  await using releases = await ReleasesFolder.copy();
  const tried = currentRelease(await releases.log(), 'auth');
  if (!tried) throw new Error('auth is not current');
  await releases.record('auth', { ...tried, opened: ['auth/Login'] });
  await using gateway = await startGateway(releases.path);
  const { current: good } = await versionsOf(gateway.url, 'auth');
  await open(page, gateway.url + paths.about());

  for (const version of ['bad-1', 'bad-2']) await addBadRelease(releases, tried, version);
  await expect
    .poll(() => versionsOf(gateway.url, 'auth'))
    .toEqual({ current: 'bad-2', fallback: good });
  await destinations.auth.follow(page);
  await expectRelease(page, 'auth', good);
  await page.goto(gateway.url + paths.login());
  await expectRelease(page, 'auth', good);
  await page.close();
});

// The journey below returns to a new release of the profile; other remotes behave the same.
for (const remote of process.env.PROOF ? (['auth', 'profile'] as const) : []) {
  test(`coming back to ${remote} after a release shows the new one, with the page's shared modules`, async ({
    page,
    session,
  }) => {
    await using releases = await ReleasesFolder.copy();
    await using gateway = await startGateway(releases.path);
    const { current } = await versionsOf(gateway.url, remote);
    const { needsSession, follow } = destinations[remote];
    if (needsSession) await storeSession(page, session.token);
    await open(page, gateway.url + paths.about());
    await follow(page);
    await expectRelease(page, remote, current);
    // A pointer on the link would make the page ask for the current release too early.
    await page.mouse.move(0, 0);
    await page.goBack();
    await expect(page).toHaveURL(gateway.url + paths.about());

    const next = await replaceRelease(releases, gateway, remote);
    await follow(page);
    await expectRelease(page, remote, next);
    await expectSamePage(page);
  });
}

test('what a driver typed before a release of the profile is still there in the new one', async ({
  page,
  session,
}) => {
  await using releases = await ReleasesFolder.copy();
  await using gateway = await startGateway(releases.path);
  await storeSession(page, session.token);
  await open(page, gateway.url + paths.about());
  await destinations.profile.follow(page);
  const account = payoutAccount(page);
  await account.fillIn();
  await page.mouse.move(0, 0);
  await page.goBack();
  await expect(page).toHaveURL(gateway.url + paths.about());

  const next = await replaceRelease(releases, gateway, 'profile');
  await destinations.profile.follow(page);
  await expectRelease(page, 'profile', next);
  await account.expectEntriesKept();
  await expect(page.getByText('We kept what you typed.')).toBeVisible();
  await expectSamePage(page);
});

/** Makes a copy of a release current, with screens that throw, which no smoke test opened. */
async function addBadRelease(
  releases: ReleasesFolder,
  of: LoggedRelease,
  version: string,
): Promise<void> {
  const folderOf = (name: string) => join(releases.path, 'auth', name);
  await cp(folderOf(of.version), folderOf(version), { recursive: true });
  const file = join(folderOf(version), releaseFile);
  const renamed = (text: string) => text.replaceAll(of.version, version);
  await releases.describe('auth', version, renamed(await readFile(file, 'utf8')));
  const { entry, screens } = await releases.remote('auth', version);
  await releases.edit({ app: 'auth', version }, entry, renamed);
  for (const name of new Set(Object.values(screens).flat()))
    await releases.edit(
      { app: 'auth', version },
      name,
      (code) => `throw new Error('planted');${code}`,
    );
  const hash = hashOf(await readFile(file, 'utf8'));
  await releases.record('auth', { ...of, version, hash, opened: null });
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
}

async function expectSamePage(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'isSamePage' in window), 'without a reload').toBe(true);
  // The gateway ends next, and would break requests in progress.
  await page.close();
}

async function expectRelease(page: Page, remote: RemoteName, version: string): Promise<void> {
  const region = page.locator(`[data-remote=${remote}]`);
  await expect(region).toHaveAttribute('data-release', version);
  await expect(region.getByRole('heading', { level: 1 })).toBeVisible();
}
