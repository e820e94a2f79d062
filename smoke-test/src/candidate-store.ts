import { cp, lstat, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { prerenderedFolder, releaseMapFile } from 'shared-types/releases/release-addresses';
import { currentVersion, type ReleaseMap } from 'shared-types/releases/release-map';
import { largest } from 'shared-types/releases/release-sizes';

/**
 * A release store with another map, for as long as it is needed. It holds a copy of what is current, as
 * far as that are files which the gateway reads. Nothing in it falls back: what fails is to be seen.
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

/** A pipe would keep whoever reads it waiting for ever. */
async function isRead(path: string): Promise<boolean> {
  const stats = await lstat(path);
  return stats.isDirectory() || (stats.isFile() && stats.size <= largest.file);
}

function ifMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
