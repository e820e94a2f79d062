import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashOf } from '@kargo/release-log/log/log-entry';
import { currentRelease } from '@kargo/release-log/log/served-releases';
import type { Release } from '@kargo/shared-types/releases/release';
import { releaseFile } from '@kargo/shared-types/releases/release-addresses';
import type { ReleasesFolder } from './releases-folder.ts';

type Change = [before: string, after: string];

/**
 * Copies the current release of an app as a build of the next one, which differs by its version. A build takes ten times
 * as long.
 *
 * @param to the folder for the build
 * @param changesOf further changes of texts
 */
export async function copyAsNext(
  releases: ReleasesFolder,
  app: string,
  to: string,
  changesOf: (release: Release) => Change[] = () => [],
): Promise<void> {
  const current = currentRelease(await releases.log(), app)?.version ?? '';
  await cp(join(releases.path, app, current), to, {
    recursive: true,
    // Publishing compresses the files again.
    filter: (file) => !/\.(br|gz)$/.test(file),
  });
  const release = await releases.release(app, current);
  const names = await readdir(to, { recursive: true });
  const texts = names.filter((name) => /\.(c?js|json|html)$/.test(name));
  // The entry knows the hashes of the scripts, and the page that of the entry.
  const last = [release.entry, releaseFile, 'index.html'];
  const inOrder = texts.toSorted((one, other) => last.indexOf(one) - last.indexOf(other));
  const changes: Change[] = [[current, `99.0.0-${current}`], ...changesOf(release)];
  for (const name of inOrder) {
    const file = join(to, name);
    const before = await readFile(file, 'utf8');
    const after = changes.reduce((text, [old, own]) => text.replaceAll(old, own), before);
    if (after === before) continue;
    await writeFile(file, after);
    changes.push([hashOf(before), hashOf(after)]);
  }
}
