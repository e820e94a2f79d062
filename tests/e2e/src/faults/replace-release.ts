import type { RemoteName } from '@kargo/shared-types/page/screens';
import type { Gateway } from '@kargo/smoke-test/start-gateway';
import { expect } from '@playwright/test';
import { nextReleases } from './next-releases.ts';
import type { ReleasesFolder } from './releases-folder.ts';
import { versionsOf } from './two-releases.ts';

/** Publishes the next release of a remote and removes the files of the one before. Returns the new version. */
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
