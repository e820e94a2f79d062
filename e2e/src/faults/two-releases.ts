import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppName, ReleaseCandidates } from '@kargo/shared-types/releases/release';
import { releaseMapPath } from '@kargo/shared-types/releases/release-addresses';
import type { Gateway } from '@kargo/smoke-test/start-gateway';
import { test as journey } from '../support/journey.ts';
import type { Fault } from './faults.ts';
import { startGateway } from './gateway.ts';
import { buildNextRelease } from './next-release.ts';
import { ReleasesFolder } from './releases-folder.ts';
import { type RemoteName, remotes } from './ways-in.ts';

/** The versions of an app that pages may load. */
export interface Versions {
  current: string;
  /** The last good release before it. */
  fallback: string;
}

interface WorkerFixtures {
  /** The folder with the build of the next release, by remote. */
  builds: Record<RemoteName, string>;
  twoReleases: ReleasesFolder;
  /** Origin of a site with two releases of every remote, the later one from `builds`. */
  siteWithTwoReleases: string;
}

/** A journey through a site whose releases the test may break, replace and remove. */
export const test = journey.extend<object, WorkerFixtures>({
  builds: [
    async ({}, use) => {
      const builds = await Promise.all(remotes.map((remote) => buildNextRelease(remote)));
      await use(
        Object.fromEntries(remotes.map((remote, index) => [remote, builds[index]])) as never,
      );
      await Promise.all(builds.map((build) => rm(build, { recursive: true, force: true })));
    },
    { scope: 'worker', timeout: 600_000 },
  ],

  twoReleases: [
    async ({ builds }, use) => {
      await using releases = await ReleasesFolder.copy();
      for (const build of Object.values(builds)) await releases.publish(build);
      await use(releases);
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  siteWithTwoReleases: [
    async ({ twoReleases }, use) => {
      await using gateway = await startGateway(twoReleases.path);
      await use(gateway.url);
    },
    { scope: 'worker' },
  ],
});

/** A site whose releases were built with a fault: the current one of every remote, or all. */
export async function startFaultySite(
  twoReleases: ReleasesFolder,
  site: string,
  { concerns, build }: Fault,
  broken: 'current' | 'all',
): Promise<Gateway> {
  const releases = await ReleasesFolder.copy(twoReleases.path);
  for (const app of remotes) {
    const { current, fallback } = await versionsOf(site, app);
    for (const version of broken === 'all' ? [current, fallback] : [current]) {
      const names = await readdir(join(releases.path, app, version));
      const concerned = names.filter((name) => name.endsWith('.js') && concerns?.(name));
      for (const name of concerned) await releases.edit({ app, version }, name, build ?? String);
    }
  }
  const gateway = await startGateway(releases.path);
  return {
    url: gateway.url,
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await releases[Symbol.asyncDispose]();
    },
  };
}

export async function versionsOf(site: string, app: AppName): Promise<Versions> {
  const candidates: ReleaseCandidates = await (await fetch(site + releaseMapPath)).json();
  const [current, fallback] = candidates[app] ?? [];
  return { current: current?.version ?? '', fallback: fallback?.version ?? '' };
}
