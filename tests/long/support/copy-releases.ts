import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { readSettings, releasesFolder } from '@kargo/commands/settings';

/** Copies the releases of the site under test to a folder, in the local bucket's format. */
export async function copyReleases(to: string): Promise<void> {
  const from = releasesFolder(readSettings(process.env));
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) await copyFile(path, join(to, encodeURIComponent(relative(from, path))));
  }
}
