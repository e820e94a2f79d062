import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteName } from '@kargo/shared-types/page/screens';
import type { Gateway } from '@kargo/smoke-test/start-gateway';
import { expect, test as journey } from '../support/journey.ts';
import { type Versions, versionsOf } from '../support/published-release.ts';
import { ReleasesFolder } from '../support/releases-folder.ts';
import type { Fault } from './faults.ts';
import { startGateway } from './gateway.ts';
import { nextReleases } from './next-releases.ts';
import { remotes } from './ways-in.ts';

interface WorkerFixtures {
  /** Origin of a site with two releases of every remote. */
  siteWithTwoReleases: string;
  /** A site with two releases of the shell. */
  siteWithTwoShells: Versions & { url: string };
}

/**
 * A journey through a site that can fall back on earlier releases. All files share these fixtures:
 * workers and their browsers would restart for a file with its own worker fixtures.
 */
export const test = journey.extend<object, WorkerFixtures>({
  context: async ({ context }, use) => {
    // A navigation waits a second for the list of releases; a busy server may take longer.
    await context.addInitScript(() => {
      AbortSignal.timeout = () => new AbortController().signal;
    });
    await use(context);
  },

  siteWithTwoReleases: [
    async ({}, use) => {
      await using gateway = await startGateway(nextReleases.storeOfRemotes, { isPatient: false });
      await use(gateway.url);
    },
    { scope: 'worker' },
  ],

  siteWithTwoShells: [
    async ({}, use) => {
      await using gateway = await startGateway(nextReleases.storeOfShells);
      await use({ url: gateway.url, ...(await versionsOf(gateway.url, 'shell')) });
    },
    { scope: 'worker' },
  ],
});

/** A site whose releases have a fault from their build: every remote's current one, or all. */
export async function startFaultySite(
  site: string,
  { concerns, build }: Fault,
  broken: 'current' | 'all',
): Promise<Gateway> {
  const parts = new AsyncDisposableStack();
  const releases = parts.use(await ReleasesFolder.copy(nextReleases.storeOfRemotes));
  for (const app of remotes) {
    const { current, fallback } = await versionsOf(site, app);
    for (const version of broken === 'all' ? [current, fallback] : [current]) {
      const names = await readdir(join(releases.path, app, version));
      const concerned = names.filter((name) => name.endsWith('.js') && concerns?.(name));
      for (const name of concerned) await releases.edit({ app, version }, name, build ?? String);
    }
  }
  const { url } = parts.use(await startGateway(releases.path));
  return { url, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/** Publishes a remote's next release, removes the last one's files, and returns the version. */
export async function replaceRelease(
  releases: ReleasesFolder,
  { url }: Gateway,
  remote: RemoteName,
): Promise<string> {
  const { current: old } = await versionsOf(url, remote);
  await releases.takeOver(remote, nextReleases.storeOfRemotes);
  await releases.remove(remote, old);
  const version = async () => (await versionsOf(url, remote)).current;
  await expect.poll(version).not.toBe(old);
  return version();
}
