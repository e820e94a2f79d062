import { cp, lstat, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { prerenderedFolder, releaseMapFile } from 'shared-types/releases/release-addresses';
import { currentVersion, type ReleaseMap } from 'shared-types/releases/release-map';
import { largest } from 'shared-types/releases/release-sizes';

/**
 * Creates a temporary release store with another map, and copies of the current releases. Files that the
 * gateway would not read are left out. There are no fallbacks, so that failures are visible.
 */
export async function candidateStore(
  releases: string,
  { generation, apps }: ReleaseMap,
): Promise<AsyncDisposable & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-smoke-test-'));
  const current = Object.entries(apps).map(([app, records]) => [app, records.slice(0, 1)]);
  const map: ReleaseMap = { generation, apps: Object.fromEntries(current) };
  const shell = currentVersion(map, 'shell') ?? '';
  const needed = Object.keys(apps).map((app) => join(app, currentVersion(map, app) ?? ''));
  for (const path of [...needed, join(prerenderedFolder, shell)]) {
    await cp(join(releases, path), join(folder, path), { recursive: true, filter: isRead }).catch(
      ifMissing,
    );
  }
  const file = join(folder, releaseMapFile);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(map));
  return {
    folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Whether the gateway would read the file. A pipe, for example, would block readers forever. */
async function isRead(path: string): Promise<boolean> {
  const stats = await lstat(path);
  return stats.isDirectory() || (stats.isFile() && stats.size <= largest.file);
}

function ifMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
