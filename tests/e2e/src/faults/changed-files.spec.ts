import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { paths } from '@kargo/shared-types/page/paths';
import type { AppName } from '@kargo/shared-types/releases/release';
import { expect, storeSession } from '../support/journey.ts';
import { type Versions, versionsOf } from '../support/published-release.ts';
import { ReleasesFolder } from '../support/releases-folder.ts';
import { FaultySite } from './faulty-site.ts';
import { startGateway } from './gateway.ts';
import { nextReleases } from './next-releases.ts';
import { test } from './two-releases.ts';
import { destinations, pageWithoutRemote, type TestedRemote } from './ways-in.ts';

// Somebody changes files on the disk or on the network, without the key to sign them.

/** The files to change on the disk, of a different kind for each remote. */
const changed: Record<TestedRemote, RegExp> = {
  marketing: /^remoteEntry\.js(\.\w+)?$/,
  auth: /^__federation_expose_Login\.js(\.\w+)?$/,
  // Only the variant that browsers request.
  profile: /^__federation_expose_Profile\.js\.br$/,
};

test('a release changed on the disk does not run, and the release before replaces it', async ({
  browser,
  session,
  siteWithTwoReleases,
}) => {
  await using releases = await ReleasesFolder.copy(nextReleases.storeOfRemotes);
  const versions = new Map<TestedRemote, Versions>();
  for (const [name, files] of Object.entries(changed)) {
    const remote = name as TestedRemote;
    versions.set(remote, await versionsOf(siteWithTwoReleases, remote));
    await change(releases, remote, versions.get(remote)?.current ?? '', files);
  }
  // A broken font is no reason to leave a release.
  const shell = await versionsOf(siteWithTwoReleases, 'shell');
  await change(releases, 'shell', shell.current, /\.woff2$/);
  await using gateway = await startGateway(releases.path);

  for (const [remote, { fallback }] of versions) {
    const { path, needsSession, follow } = destinations[remote];
    // Both ways in have the same check; `pnpm proof faults` takes both for each remote.
    for (const isFirstLoad of process.env.PROOF ? [true, false] : [remote === 'marketing']) {
      await using context = await browser.newContext({ baseURL: gateway.url });
      const page = await context.newPage();
      if (needsSession) await storeSession(page, session.token);
      await page.goto(isFirstLoad ? path : pageWithoutRemote);
      if (!isFirstLoad) await follow(page);
      const region = page.locator(`[data-remote=${remote}]`);
      await expect(region).toHaveAttribute('data-release', fallback);
      await expect(region.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('html')).not.toHaveAttribute('data-foreign');
    }
  }
});

test('a style changed on the network is not used, and the page keeps working', async ({
  page,
  consoleErrors,
  siteWithTwoReleases,
}) => {
  consoleErrors.expect(/integrity/);
  // Each carousel requests it when it nears the window.
  consoleErrors.allow(/integrity|CSS chunk/);
  await using site = await FaultySite.open(siteWithTwoReleases);
  site.break('/releases/marketing/', {
    title: 'tampered style',
    concerns: (name) => /^slider\.css$/.test(name),
    answer: ({ type, body }, response) =>
      void response
        .writeHead(200, { 'content-type': type })
        .end(`${body}\nbody { visibility: hidden; }`),
  });
  const refused = page.waitForEvent('console', (message) => message.text().includes('integrity'));
  await page.goto(site.url + paths.home());
  const carousel = page.getByTestId('carousel-testimonials');
  await carousel.scrollIntoViewIfNeeded();
  await refused;
  await expect(carousel).toBeVisible();
  await expect(page.getByTestId('remote-unavailable')).toBeHidden();
  await page.close();
});

async function change(
  { path }: ReleasesFolder,
  app: AppName,
  version: string,
  files: RegExp,
): Promise<void> {
  const folder = join(path, app, version);
  const names = (await readdir(folder)).filter((name) => files.test(name));
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    await appendFile(join(folder, name), '\ndocument.documentElement.dataset.foreign = "ran";');
  }
}
