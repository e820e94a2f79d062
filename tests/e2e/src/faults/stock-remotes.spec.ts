import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paths } from '@kargo/shared-types/page/paths';
import type { Page } from '@playwright/test';
import { expect } from '../support/journey.ts';
import { versionsOf } from '../support/published-release.ts';
import { ReleasesFolder } from '../support/releases-folder.ts';
import { type Fault, hanging } from './faults.ts';
import { FaultySite } from './faulty-site.ts';
import { startGateway } from './gateway.ts';
import { buildStock, type Tool } from './stock-builds.ts';
import { test as base } from './two-releases.ts';
import { header } from './ways-in.ts';

// Remotes of other tool chains run unchanged in this site, under its whole policy.

interface Stores {
  /** Has a marketing by Rspack after the site's own. */
  rspack: ReleasesFolder;
  /** The same, then one by Vite. */
  vite: ReleasesFolder;
}

const test = base.extend<object, { stores: Stores }>({
  stores: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'kargo-stock-'));
      await using rspack = await ReleasesFolder.copy();
      await rspack.publish(await buildStock('Rspack', folder));
      await using vite = await ReleasesFolder.copy(rspack.path);
      await vite.publish(await buildStock('Vite', folder));
      await use({ rspack, vite });
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

// One worker publishes for all tests.
test.describe.configure({ mode: 'default' });

test('one page runs a remote of Rspack, then a newer one of Vite, and then the first one again', async ({
  page,
  stores,
}) => {
  await using releases = await ReleasesFolder.copy(stores.rspack.path);
  await using gateway = await startGateway(releases.path);
  const first = (await releases.log()).records.get('marketing')?.record.current;
  await page.goto(gateway.url + paths.about());
  await expectBuiltBy(page, 'Rspack');

  await releases.takeOver('marketing', stores.vite.path);
  await expect.poll(async () => (await currentOf(gateway.url)) === first?.version).toBe(false);
  await header(page).getByRole('link', { name: 'Home' }).click();
  await expectBuiltBy(page, 'Vite');

  if (first) await releases.record('marketing', first);
  await expect.poll(() => currentOf(gateway.url)).toBe(first?.version);
  await header(page).getByRole('link', { name: 'About Us' }).click();
  await expectBuiltBy(page, 'Rspack');
});

const isOfScreen = (name: string) => /^(__federation_expose_About|Screen-).*\.js$/.test(name);
const isStyles = (name: string) => name.endsWith('.css');

const stylesHang: Fault = { ...hanging, title: 'a style sheet hangs', concerns: isStyles };
const silent: Fault = { ...hanging, title: 'a chunk hangs', concerns: isOfScreen };

const missing: Fault = {
  title: 'a chunk is missing',
  concerns: isOfScreen,
  answer: (_file, response) => void response.writeHead(404).end(),
};

const changed: Fault = {
  title: 'a chunk was changed',
  concerns: isOfScreen,
  answer: ({ type, body }, response) =>
    void response.writeHead(200, { 'content-type': type }).end(`${body};`),
};

/** Each tool begins with a different fault; a proof tries all. */
const faults = {
  Rspack: [changed, missing, silent, stylesHang],
  Vite: [stylesHang, silent, missing, changed],
};
const count = process.env.PROOF ? 4 : 1;

for (const [tool, before] of [
  ['Rspack', 'Vite'],
  ['Vite', 'Rspack'],
] as const) {
  for (const fault of faults[tool].slice(0, count)) {
    test(`if ${fault.title} in a release of ${tool}, the release of ${before} takes its place`, async ({
      page,
      stores,
      consoleErrors,
    }) => {
      consoleErrors.allow(/./);
      await using releases = await ReleasesFolder.copy(stores.vite.path);
      const { earlier = [] } = (await releases.log()).records.get('marketing')?.record ?? {};
      if (tool === 'Rspack' && earlier[0]) await releases.record('marketing', earlier[0]);
      await using gateway = await startGateway(releases.path, { isPatient: false });
      await using site = await FaultySite.open(gateway.url);
      const version = await currentOf(gateway.url);
      site.break(`/releases/marketing/${version}/`, fault);
      await page.goto(site.url + paths.about(), { waitUntil: 'commit' });
      await expectBuiltBy(page, before);
    });
  }
}

test('a page with the HTML of a remote is shown with its styles while a style sheet hangs', async ({
  page,
  stores,
  consoleErrors,
}) => {
  consoleErrors.allow(/./);
  const folder = await mkdtemp(join(tmpdir(), 'kargo-stock-'));
  await using releases = await ReleasesFolder.copy(stores.vite.path);
  await releases.publish(await buildStock('Rspack', folder, {}, true));
  await rm(folder, { recursive: true });
  await using patient = await startGateway(releases.path);
  await using gateway = await startGateway(releases.path, { isPatient: false });
  for (const { url } of [patient, gateway]) {
    await using site = await FaultySite.open(url);
    site.break(`/releases/marketing/${await currentOf(url)}/`, stylesHang);
    await page.goto(site.url + paths.about(), { waitUntil: 'commit' });
    if (url === gateway.url) await expectBuiltBy(page, 'Vite');
    else await expectScreenOf(page, 'Rspack');
  }
});

const currentOf = async (site: string) => (await versionsOf(site, 'marketing')).current;

/** Expects the screen of a tool's build, with access to the session. */
async function expectScreenOf(page: Page, tool: Tool): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Built by ${tool}`);
  await expect(page.getByText('Signed out')).toBeVisible();
  await expect(page.locator('.stock')).toHaveCSS('padding-top', '128px');
}

/** Expects that screen and the part that it loads later. */
async function expectBuiltBy(page: Page, tool: Tool): Promise<void> {
  await expectScreenOf(page, tool);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByText(`Late part by ${tool}`)).toHaveCSS('padding-top', '32px');
  // The tools add links to late styles without hashes.
  await expect(page.locator('link[rel=stylesheet]:not([integrity^=sha384])')).toHaveCount(0);
}
