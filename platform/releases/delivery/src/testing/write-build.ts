import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Release } from '@kargo/shared-types/releases/release';
import { headPlaceholder } from '@kargo/shared-types/releases/release-addresses';

export interface Build extends Partial<Release> {
  /** Content by name; null leaves a file out. `release.json` is written from the other fields. */
  content?: Record<string, string | null>;
}

/** Writes a build as webpack does, of a remote or of the shell. Returns its folder. */
export async function writeBuild(
  folder: string,
  { content = {}, ...given }: Build = {},
): Promise<string> {
  const isShell = given.app === 'shell';
  const entry = isShell ? 'main.js' : 'remoteEntry.js';
  const named: Release = { app: 'marketing', version: '1.0.0', entry, screens: {}, ...given };
  const titles = Object.keys(named.screens).map((name) => [
    name,
    { title: `${name} of ${named.app}` },
  ]);
  const release: Release = { texts: Object.fromEntries(titles), ...named };
  const shellFiles = {
    'index.html': `<html><head>${headPlaceholder}</head></html>`,
    'routes.json': '{"routes":[],"notFoundTitle":"Page not found"}',
  };
  const all: Record<string, string | null> = {
    'release.json': JSON.stringify(release),
    [entry]: `/* entry of ${release.version} */`,
    ...(isShell ? shellFiles : {}),
    ...content,
  };
  await mkdir(folder, { recursive: true });
  const dist = await mkdtemp(join(folder, 'dist-'));
  for (const [name, text] of Object.entries(all)) {
    if (text === null) continue;
    await mkdir(dirname(join(dist, name)), { recursive: true });
    await writeFile(join(dist, name), text);
  }
  return dist;
}
