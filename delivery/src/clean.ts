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
 * Removes releases that are not needed, and the pages that were rendered with them. Releases that are
 * current or may become a fallback are always kept.
 *
 * @param keep number of releases of each app that are always kept, the last published ones
 * @param olderThanMs minimum age of a release to be removed, in milliseconds
 * @returns the removed releases, as `<app> <version>`
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
  // Under the lock, so that none of them becomes current in the meantime.
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
  // Renamed first, because a half removed release must not look complete.
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
