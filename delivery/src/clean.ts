import { randomUUID } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { prerenderedFile, prerenderedFolder } from 'shared-types/releases/release-addresses';
import { exists } from './exists.ts';
import { publishedVersions } from './published-versions.ts';
import { readReleaseMap } from './release-map.ts';
import { withReleaseMapLock } from './release-map-lock.ts';
import { temporaryPrefix } from './release-store.ts';

/**
 * Removes releases that nobody needs, and the pages that were rendered with them: never one that is
 * current or that may become a fallback.
 *
 * @param keep how many of each app stay in any case, the last published ones
 * @param olderThanMs age of those that may go
 * @returns what was removed, as `<app> <version>`
 */
export async function cleanStore({
  releases,
  keep,
  olderThanMs,
}: {
  releases: string;
  keep: number;
  olderThanMs: number;
}): Promise<string[]> {
  const removed: string[] = [];
  // Under the lock, so that nobody makes one of them current meanwhile.
  await withReleaseMapLock(releases, async () => {
    const { apps } = await readReleaseMap(releases);
    for (const app of await readdir(releases)) {
      const needed = (apps[app] ?? []).filter(({ withdrawn }, index) => index === 0 || !withdrawn);
      const names = new Set(needed.map(({ version }) => version));
      const versions = await publishedVersions(releases, app);
      for (const { version, at } of versions.slice(keep)) {
        if (names.has(version) || Date.now() - at < olderThanMs) continue;
        await removeRelease(releases, app, version);
        removed.push(`${app} ${version}`);
      }
    }
  });
  return removed;
}

async function removeRelease(releases: string, app: string, version: string): Promise<void> {
  // First out of the way in one step: what is half removed must not look whole.
  const leaving = join(releases, app, temporaryPrefix + randomUUID());
  await rename(join(releases, app, version), leaving);
  await rm(leaving, { recursive: true, force: true });
  const rendered = join(releases, prerenderedFolder);
  if (app === 'shell') return rm(join(rendered, version), { recursive: true, force: true });
  if (!(await exists(rendered))) return;
  for (const shell of await readdir(rendered)) {
    await rm(join(releases, prerenderedFile(shell, { app, version })), { force: true });
  }
}
