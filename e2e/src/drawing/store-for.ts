import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { prerenderedFolder, releaseMapFile } from 'shared-types/release-addresses';
import type { ReleaseMap } from 'shared-types/release-map';

/**
 * A release store with another map, for as long as it is needed. Nothing in it falls back: what fails
 * is to be seen.
 */
export async function storeFor(
  releases: string,
  { generation, apps }: ReleaseMap,
): Promise<AsyncDisposable & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-drawing-'));
  for (const name of await readdir(releases)) {
    if (name === dirname(releaseMapFile)) continue;
    await symlink(join(releases, name), join(folder, name), 'junction');
  }
  const current = Object.entries(apps).map(([app, records]) => [app, records.slice(0, 1)]);
  const file = join(folder, releaseMapFile);
  await mkdir(dirname(file));
  await symlink(join(releases, prerenderedFolder), join(folder, prerenderedFolder), 'junction');
  await writeFile(file, JSON.stringify({ generation, apps: Object.fromEntries(current) }));
  return {
    folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
