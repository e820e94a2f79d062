import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currentVersion } from '@kargo/release-log/log/served-releases';
import type { ReleasesFolder } from './releases-folder.ts';

/** Publishes a copy of the current shell as the next one. */
export async function publishNextShell(releases: ReleasesFolder): Promise<void> {
  const current = currentVersion(await releases.log(), 'shell') ?? '';
  const next = `99.0.0-${current}`;
  const build = await mkdtemp(join(tmpdir(), 'kargo-build-shell-'));
  await cp(join(releases.path, 'shell', current), build, {
    recursive: true,
    // Publishing compresses the files again.
    filter: (file) => !/\.(br|gz)$/.test(file),
  });
  for (const name of ['index.html', 'release.json']) {
    const text = await readFile(join(build, name), 'utf8');
    await writeFile(join(build, name), text.replaceAll(current, next));
  }
  await releases.publish(build);
  await rm(build, { recursive: true });
}
