import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashOf } from '@kargo/release-log/log/log-entry';
import { currentRelease } from '@kargo/release-log/log/served-releases';
import { releaseFile } from '@kargo/shared-types/releases/release-addresses';
import type { ReleasesFolder } from './releases-folder.ts';

/**
 * Copies the current release of an app as a build of the next one, which differs by its version. A build takes ten times
 * as long.
 *
 * @param to the folder for the build
 */
export async function copyAsNext(releases: ReleasesFolder, app: string, to: string): Promise<void> {
  const current = currentRelease(await releases.log(), app)?.version ?? '';
  await cp(join(releases.path, app, current), to, {
    recursive: true,
    // Publishing compresses the files again.
    filter: (file) => !/\.(br|gz)$/.test(file),
  });
  const { entry } = await releases.release(app, current);
  const names = await readdir(to, { recursive: true });
  const texts = names.filter((name) => /\.(c?js|json|html)$/.test(name));
  // The entry knows the hashes of the scripts, and the page that of the entry.
  const last = [entry, releaseFile, 'index.html'];
  const inOrder = texts.toSorted((one, other) => last.indexOf(one) - last.indexOf(other));
  const hashes: [before: string, after: string][] = [];
  for (const name of inOrder) {
    const file = join(to, name);
    const before = await readFile(file, 'utf8');
    const renewed = before.replaceAll(current, `99.0.0-${current}`);
    const after = hashes.reduce((text, [old, own]) => text.replaceAll(old, own), renewed);
    if (after === before) continue;
    await writeFile(file, after);
    hashes.push([hashOf(before), hashOf(after)]);
  }
}
