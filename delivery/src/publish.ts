import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseJson } from 'shared-types/parse-json';
import { PublishedRoutes, type Release } from 'shared-types/release';
import { headPlaceholder } from 'shared-types/release-addresses';
import { compress } from './compress.ts';
import { exists } from './exists.ts';
import { requiringRoom } from './no-room.ts';
import { activate, makeCurrent, readRelease } from './release-map.ts';

/**
 * Publishes a build: copies it to `<releases>/<app>/<version>/`, compressed variants included, and
 * makes it the current release of its app. A release never changes: publishing a version that
 * exists makes it current again. After a crash a release is complete or absent.
 *
 * @param from folder of a build, with its `release.json`
 * @param releases folder of all releases; made when missing
 * @throws when the build is not one that can be served; nothing is published then
 */
export async function publish({
  from,
  releases,
}: {
  from: string;
  releases: string;
}): Promise<{ app: string; version: string }> {
  const release = await readRelease(from);
  await requireServable(from, release);
  const { app, version } = release;
  const appFolder = join(releases, app);
  await mkdir(appFolder, { recursive: true });
  const target = join(appFolder, version);
  // First, because what they take may be the room that is needed.
  await removeLeftovers(appFolder);
  if (await exists(target)) {
    await activate({ releases, app, version });
  } else {
    const bytes = (await sizeOf(from)) * withVariants;
    await requiringRoom(releases, bytes, () => copyWhole(from, target));
    await makeCurrent(releases, release);
  }
  return { app, version };
}

/** Refuses a build that would break the site. */
async function requireServable(from: string, release: Release): Promise<void> {
  const named = [release.entry, ...Object.values(release.screens).flat()];
  for (const file of named) {
    if (!(await exists(join(from, file)))) {
      throw new Error(`${from}: release.json names ${file}, which is not in the build.`);
    }
  }
  if (release.app !== 'shell') return;
  const routes = join(from, 'routes.json');
  parseJson(PublishedRoutes, await readFile(routes, 'utf8'), routes);
  const html = await readFile(join(from, 'index.html'), 'utf8');
  if (!html.includes(headPlaceholder)) {
    throw new Error(
      `${from}: index.html lacks ${headPlaceholder}, so no page could be made of it.`,
    );
  }
}

/** Folders that begin with a dot are incomplete; the gateway does not serve them. */
const temporaryPrefix = '.publishing-';

async function copyWhole(from: string, target: string): Promise<void> {
  const temporary = join(dirname(target), temporaryPrefix + randomUUID());
  try {
    await copyCompressed(from, temporary);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    // Another process published the same version.
    if (await exists(target)) return;
    throw error;
  }
}

async function copyCompressed(from: string, to: string): Promise<void> {
  const files = await filesIn(from);
  await allSettled(files.map((file) => copyFileCompressed(file, join(to, relative(from, file)))));
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** Waits for all, since one that went on after another's failure would write the folder anew. */
async function allSettled(writes: Promise<void>[]): Promise<void> {
  for (const write of await Promise.allSettled(writes)) {
    if (write.status === 'rejected') throw write.reason;
  }
}

/** A release takes this much of its build's size, compressed variants included. */
const withVariants = 1.6;

async function sizeOf(folder: string): Promise<number> {
  const stats = await Promise.all((await filesIn(folder)).map((file) => stat(file)));
  return stats.reduce((sum, { size }) => sum + size, 0);
}

async function copyFileCompressed(source: string, target: string): Promise<void> {
  const content = await readFile(source);
  const variants = await compress(source, content);
  await mkdir(dirname(target), { recursive: true });
  // Flushed to disk before the rename, in case of a power failure.
  const files = [{ suffix: '', content }, ...variants];
  await allSettled(
    files.map((file) => writeFile(target + file.suffix, file.content, { flush: true })),
  );
}

const leftoverAgeMs = 60 * 60 * 1000;

/** Removes the folders of killed publishes; a running one is never an hour old. */
async function removeLeftovers(appFolder: string): Promise<void> {
  for (const name of await readdir(appFolder)) {
    if (!name.startsWith(temporaryPrefix)) continue;
    const folder = join(appFolder, name);
    const age = Date.now() - (await stat(folder).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
    if (age > leftoverAgeMs) await rm(folder, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { releases: { type: 'string' } },
  });
  const [from] = positionals;
  if (!from || !values.releases) {
    throw new Error('Usage: node delivery/src/publish.ts <dist folder> --releases <folder>');
  }
  const { app, version } = await publish({
    from: resolve(from),
    releases: resolve(values.releases),
  });
  console.log(`Published ${app} ${version}.`);
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
