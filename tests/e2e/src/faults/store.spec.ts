import { appendFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashOf, recordPath } from '@kargo/release-log/log/app-record';
import { currentRelease } from '@kargo/release-log/log/served-releases';
import { newPublisherKey, signatureOf } from '@kargo/release-log/rules/release-signature';
import { paths } from '@kargo/shared-types/page/paths';
import type { AppName } from '@kargo/shared-types/releases/release';
import { releaseFile, signatureFile } from '@kargo/shared-types/releases/release-addresses';
import type { Page } from '@playwright/test';
import { expect } from '../support/journey.ts';
import { versionsOf } from '../support/published-release.ts';
import { ReleasesFolder } from '../support/releases-folder.ts';
import { startGateway } from './gateway.ts';
import { test } from './two-releases.ts';
import { destinations } from './ways-in.ts';

// Somebody without a key writes to the release store; visitors still get the last good release.

const spoilt: [what: string, spoil: (release: string) => Promise<void>][] = [
  ['a wrong signature', (release) => appendFile(join(release, releaseFile), '\n')],
  ['no signature', (release) => rm(join(release, signatureFile))],
  [
    'the signature of a foreign key',
    async (release) => {
      const content = await readFile(join(release, releaseFile), 'utf8');
      const signature = await signatureOf(
        'kargo-release',
        content,
        await newPublisherKey('this-machine', ['*']),
      );
      await writeFile(join(release, signatureFile), signature);
    },
  ],
];

// hostile-store.test.ts has the gateway refuse each; `pnpm proof faults` tries them all in a page.
for (const [what, spoil] of process.env.PROOF ? spoilt : spoilt.slice(-1)) {
  test(`a remote and a shell with ${what} are never shown`, async ({ page }) => {
    await using releases = await ReleasesFolder.copy();
    await using gateway = await startGateway(releases.path);
    const auth = (await versionsOf(gateway.url, 'auth')).current;
    const shell = (await versionsOf(gateway.url, 'shell')).current;
    await page.goto(gateway.url + paths.about());
    const planted = { auth: `9.9.9-${auth}`, shell: `9.9.9-${shell}` };
    await plant(releases, 'auth', auth, planted.auth, spoil);
    await plant(releases, 'shell', shell, planted.shell, spoil);
    for (const app of ['auth', 'shell'] as const) {
      const content = await readFile(join(releases.path, app, planted[app], releaseFile));
      const current = currentRelease(await releases.log(), app);
      if (!current) throw new Error(`${app} is not current`);
      await releases.record(app, { ...current, version: planted[app], hash: hashOf(content) });
    }
    await page.waitForTimeout(500);
    await destinations.auth.follow(page);
    await expectShown(page, auth);
    await page.goto(gateway.url + destinations.auth.path);
    await expectShown(page, auth);
    await expect(page.locator(`script[src*="/shell/${shell}/"]`)).not.toHaveCount(0);
    expect(await page.content()).not.toContain('9.9.9');
    await page.close();
  });
}

test('a log with its last record removed, or with garbage in it, changes nothing', async ({
  page,
}) => {
  await using releases = await ReleasesFolder.copy();
  await using gateway = await startGateway(releases.path);
  const { current } = await versionsOf(gateway.url, 'auth');
  await page.goto(gateway.url + paths.about());
  const number = (await releases.log()).records.get('auth')?.record.number ?? 0;
  await writeFile(join(releases.path, recordPath('auth', number + 1)), 'garbage');
  await rm(join(releases.path, recordPath('auth', number)));
  await page.waitForTimeout(500);
  await destinations.auth.follow(page);
  await expectShown(page, current);
  await page.goto(gateway.url + destinations.auth.path);
  await expectShown(page, current);
  await page.close();
});

/** Adds a copy of a release with another version and a wrong signature. */
async function plant(
  releases: ReleasesFolder,
  app: AppName,
  version: string,
  next: string,
  spoil: (release: string) => Promise<void>,
): Promise<void> {
  const release = join(releases.path, app, next);
  await cp(join(releases.path, app, version), release, { recursive: true });
  const content = await readFile(join(release, releaseFile), 'utf8');
  await releases.describe(app, next, content.replaceAll(version, next));
  await spoil(release);
}

async function expectShown(page: Page, version: string): Promise<void> {
  const region = page.locator('[data-remote=auth]');
  await expect(region).toHaveAttribute('data-release', version);
  await expect(region.getByRole('heading', { level: 1 })).toBeVisible();
}
