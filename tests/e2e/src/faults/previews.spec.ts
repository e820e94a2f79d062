import { join } from 'node:path';
import { signPreview } from '@kargo/release-log/rules/preview-token';
import { paths } from '@kargo/shared-types/page/paths';
import type { ReleaseMap } from '@kargo/shared-types/releases/page-release';
import { releaseMapPath, reportsPath } from '@kargo/shared-types/releases/release-addresses';
import { whoMadePath } from '@kargo/shared-types/releases/who-made';
import type { Page } from '@playwright/test';
import { expectHydrated } from '../support/expect-hydrated.ts';
import { expectNoFindings } from '../support/expect-no-findings.ts';
import { expect } from '../support/journey.ts';
import type { Versions } from '../support/published-release.ts';
import { ReleasesFolder } from '../support/releases-folder.ts';
import { runScript } from '../support/run-script.ts';
import { siteKey, siteKeys } from '../support/site.ts';
import { tabTo } from '../support/tab-to.ts';
import { startGateway } from './gateway.ts';
import { nextReleases } from './next-releases.ts';
import { test as base } from './two-releases.ts';

// A team shows releases that are not current, by a link or to some visitors.

const programs = join(import.meta.dirname, '../../../../platform/releases/commands/src');

interface Site {
  url: string;
  /** Folder of its releases. */
  releases: string;
  /** The current releases of marketing, profile and the shell, and one each that is only stored. */
  versions: Record<string, { now: string; next: string }>;
  /** Runs a command of releases, such as `back`, and returns its output. */
  pnpm(command: string, ...parameters: string[]): Promise<string>;
}

const test = base.extend<object, { site: Site }>({
  site: [
    async ({}, use) => {
      await using folder = await ReleasesFolder.copy(nextReleases.storeOfRemotes);
      const versions: Site['versions'] = {};
      for (const app of ['marketing', 'profile'])
        versions[app] = inTurn(await switchBack(folder, app));
      await breakAbout(folder, versions.marketing?.next ?? '');
      await folder.takeOver('shell', nextReleases.storeOfShells);
      versions.shell = inTurn(await switchBack(folder, 'shell'));
      await using gateway = await startGateway(folder.path, { trustProxy: 'loopback' });
      const { url } = gateway;
      const pnpm = (command: string, ...parameters: string[]) =>
        runScript([join(programs, `${command}.ts`), ...parameters, '--releases', folder.path], {
          env: { ...process.env, ...siteKeys(), KARGO_SITE_URL: url },
        });
      await use({ url, releases: folder.path, versions, pnpm });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const inTurn = ({ current, fallback }: Versions) => ({ now: fallback, next: current });

/** Makes an app's earlier release current again. */
async function switchBack(folder: ReleasesFolder, app: string): Promise<Versions> {
  const { current, earlier } = (await folder.log()).records.get(app)?.record ?? {};
  const [before] = earlier ?? [];
  if (!current || !before) throw new Error(`There are not two releases of ${app}`);
  await folder.record(app, before);
  return { current: current.version, fallback: before.version };
}

/** Makes a release's About page throw. */
async function breakAbout(folder: ReleasesFolder, version: string): Promise<void> {
  const { screens } = await folder.remote('marketing', version);
  const chunk = screens.About?.find((file) => file.includes('expose_About')) ?? '';
  const planted = (script: string) => `throw new Error('planted');${script}`;
  await folder.edit({ app: 'marketing', version }, chunk, planted);
}

/** Returns a link to an app's next release, at this path or at its first changed screen. */
async function linkTo({ pnpm, versions }: Site, app: string, path?: string): Promise<string> {
  const output = await pnpm('preview', app, '--to', versions[app]?.next ?? '');
  const link = new URL(/^http\S+$/m.exec(output)?.[0] ?? '');
  if (path) link.pathname = path;
  return link.href;
}

const bar = (page: Page) => page.getByTestId('preview-bar');
const region = (page: Page, remote: string) => page.locator(`[data-remote="${remote}"]`);

/** Expects the overlay to name these parts. */
async function expectNamed(page: Page, parts: string[]): Promise<void> {
  await expectHydrated(page);
  await page.keyboard.press('Alt+Shift+KeyW');
  const labels = page.getByTestId('who-made-this').locator('[data-who]');
  await expect(labels).toHaveText(parts.map((part) => new RegExp(part)));
  await page.keyboard.press('Escape');
  await expect(labels).toHaveCount(0);
}

test('a link shows the next release to whoever opens it, until they leave', async ({
  page,
  site,
}) => {
  const { now = '', next = '' } = site.versions.marketing ?? {};
  await page.goto(await linkTo(site, 'marketing'));
  await expect(page).toHaveURL(`${site.url}/`);
  await expect(region(page, 'marketing')).toHaveAttribute('data-release', next);
  await expect(bar(page)).toContainText(`marketing ${next}`);
  expect(await page.evaluate(() => document.cookie)).not.toContain('preview');
  await expectNamed(page, [
    'Header shell .*Platform team · current for ',
    `Screen marketing ${next}Marketing team · preview$`,
    'Footer',
  ]);

  const other = await page.context().browser()?.newContext();
  const visitor = await other?.newPage();
  await visitor?.goto(site.url);
  if (visitor) await expect(region(visitor, 'marketing')).toHaveAttribute('data-release', now);
  await other?.close();

  await page.getByRole('link', { name: 'FAQs', exact: true }).first().click();
  await expect(page).toHaveURL(site.url + paths.faqs());
  await expect(page.getByRole('heading', { level: 1, name: 'FAQs' })).toBeVisible();
  await expect(region(page, 'marketing')).toHaveAttribute('data-release', next);
  await expectNoFindings(page, 'a preview');
  await tabTo(page, bar(page).getByRole('button', { name: 'Leave' }));
  await page.keyboard.press('Enter');
  await expect(region(page, 'marketing')).toHaveAttribute('data-release', now);
  await expect(page).toHaveURL(site.url + paths.faqs());
  await expect(bar(page)).toBeHidden();
});

test('its link can be copied for a colleague, at the page that is open', async ({ page, site }) => {
  const next = site.versions.marketing?.next ?? '';
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(await linkTo(site, 'marketing', paths.support()));
  await bar(page).getByRole('button', { name: 'Copy link' }).click();
  await expect(bar(page).getByRole('status')).toHaveText('Link copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await page.context().clearCookies();
  await page.goto(copied);
  await expect(page).toHaveURL(site.url + paths.support());
  await expect(region(page, 'marketing')).toHaveAttribute('data-release', next);
});

test('the shell and two remotes are shown together, on a phone too', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const apps = ['shell', 'marketing', 'profile'] as const;
  const next = apps.map((app) => [app, site.versions[app]?.next ?? ''] as const);
  const iat = Date.now() / 1000;
  const preview = { apps: Object.fromEntries(next), site: site.url, iat, exp: iat + 3600 };
  await page.goto(`${site.url}/?kargo-preview=${await signPreview(preview, siteKey())}`);
  for (const [app, version] of next) await expect(bar(page)).toContainText(`${app} ${version}`);
  await expect(region(page, 'marketing')).toHaveAttribute('data-release', next[1]?.[1] ?? '');
  expect(await page.content()).toContain(`/releases/shell/${next[0]?.[1]}/`);
  await page.mouse.wheel(0, 2000);
  await page.getByRole('button', { name: 'Back to top' }).click();
  await page.goto(site.url + paths.stripeError());
  await expect(region(page, 'profile')).toHaveAttribute('data-release', next[2]?.[1] ?? '');
  await expectNoFindings(page, 'a preview on a phone');
});

test('a previewed release that throws gives way to the current one, and the bar says so', async ({
  page,
  site,
  consoleErrors,
}) => {
  consoleErrors.expect(/planted/);
  consoleErrors.expect(/Loading chunk/);
  const { now = '', next = '' } = site.versions.marketing ?? {};
  await page.goto(await linkTo(site, 'marketing', paths.about()));
  await expect(region(page, 'marketing')).toHaveAttribute('data-release', now);
  await expect(bar(page).getByRole('status')).toHaveText(
    `marketing ${next} failed here. marketing ${now} is shown in its place.`,
  );
});

test('a link that was ended says so once, and shows the site as it is', async ({ page, site }) => {
  const now = site.versions.profile?.now ?? '';
  const link = await linkTo(site, 'profile', paths.support());
  await site.pnpm('preview', 'profile', '--end');
  await expect
    .poll(async () => {
      await page.goto(link);
      return bar(page).textContent();
    })
    .toContain('This preview was ended by its team. You see the site as everybody does.');
  await expectNoFindings(page, 'an ended preview');
  await page.goto(site.url + paths.stripeError());
  await expect(bar(page)).toBeHidden();
  await expect(region(page, 'profile')).toHaveAttribute('data-release', now);
});

test('a canary is shown to some visitors; each keeps the same release until it ends', async ({
  page,
  site,
}) => {
  const { now = '', next = '' } = site.versions.profile ?? {};
  await linkTo(site, 'profile');
  await site.pnpm('canary', 'profile', '50', '--without-browser');
  // Visitors get a cookie while there is a canary.
  await expect
    .poll(async () => {
      await page.goto(site.url + paths.stripeError());
      return (await page.context().cookies()).length;
    })
    .toBeGreaterThan(0);
  const versions = new Set<string | null>();
  await expect
    .poll(async () => {
      await page.context().clearCookies();
      await page.goto(site.url + paths.stripeError());
      const release = () => region(page, 'profile').getAttribute('data-release');
      const first = await release();
      await page.reload();
      expect(await release()).toBe(first);
      versions.add(first);
      return versions.size;
    })
    .toBe(2);
  expect(versions).toEqual(new Set([now, next]));
  await site.pnpm('canary', 'profile', '100');
  const shown = async () => {
    await page.goto(site.url + paths.stripeError());
    return region(page, 'profile').getAttribute('data-release');
  };
  // Until the gateway knows of the change, only those who had the canary before have it.
  const whoMade = async () => (await fetch(site.url + whoMadePath)).text();
  await expect.poll(whoMade).toContain('canary (100%)');
  expect(await shown()).toBe(next);
  await expectNamed(page, [
    'Header shell',
    `Screen profile ${next}Driver team · canary \\(100%\\) for `,
    'Footer',
  ]);
  await site.pnpm('back', 'profile');
  await expect.poll(shown).toBe(now);
});

test('a canary that fails in visitors’ pages ends by itself, at every gateway', async ({
  browser,
  site,
}) => {
  const { now = '', next = '' } = site.versions.marketing ?? {};
  await using other = await startGateway(site.releases);
  const servedBy = async (url: string) => {
    const releaseMap: ReleaseMap = await (await fetch(url + releaseMapPath)).json();
    return releaseMap.marketing?.[0]?.version;
  };
  await site.pnpm('canary', 'marketing', '100', '--to', next);
  for (const url of [site.url, other.url]) await expect.poll(() => servedBy(url)).toBe(next);
  // The fifth page in which a canary fails ends it, but only two pages of one network count.
  for (let visit = 1; visit <= 5; visit += 1) {
    const extraHTTPHeaders = { 'x-forwarded-for': `192.0.2.${Math.ceil(visit / 2)}` };
    const page = await browser.newPage({ extraHTTPHeaders });
    let reports = 0;
    page.on('response', (response) => {
      if (response.url().endsWith(reportsPath)) reports += 1;
    });
    await page.goto(site.url + paths.about());
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(region(page, 'marketing')).toHaveAttribute('data-release', now);
    await expect.poll(() => reports, 'a view and a failure').toBe(2);
    await page.close();
  }
  await expect.poll(() => servedBy(site.url)).toBe(now);
  await expect.poll(() => servedBy(other.url)).toBe(now);
  const printed = await site.pnpm('releases', 'marketing');
  expect(printed).toContain(`The canary ${next} of marketing was ended at`);
  expect(printed).toMatch(new RegExp(`^marketing +${now} `, 'm'));
  await site.pnpm('back', 'marketing');
});
