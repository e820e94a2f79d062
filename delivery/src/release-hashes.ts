import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { FileHash, Release } from 'shared-types/releases/release';
import { releaseFile, signatureFile } from 'shared-types/releases/release-addresses';
import { nameOf, type Problem } from 'shared-types/releases/release-gate';
import { largest } from 'shared-types/releases/release-sizes';
import { readPublished, readStored } from './read-stored.ts';

type Files = NonNullable<Release['files']>;

export function hashOf(content: Buffer): FileHash {
  return { sha384: createHash('sha384').update(content).digest('base64'), size: content.length };
}

/**
 * Returns the files in the folder of a release or build, except `release.json` and its signature, as
 * relative paths with `/`.
 */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
    .filter((path) => path !== releaseFile && path !== signatureFile);
}

/** Returns a problem for the first missing or changed file of a published release, if there is one. */
export async function damageTo(releases: string, release: Release): Promise<Problem[]> {
  for (const [path, hash] of Object.entries(withVariants(release.files ?? {}))) {
    const problem = await damageToFile(releases, release, path, hash);
    const file = join(releases, release.app, release.version, path);
    if (problem) return [`${nameOf(release)} cannot be served: ${file} ${problem}.`];
  }
  return [];
}

/**
 * Returns the first file in which a build differs from the published release of the same version.
 * Source maps are not compared, because they contain the path of the build folder.
 */
export async function differenceFrom(
  releases: string,
  release: Release,
  build: string,
): Promise<string | undefined> {
  const paths = await filesIn(build);
  const inRelease = (path: string) => readPublished(releases, release, path, largest.file);
  const published = release.files ?? (await hashesOf(paths, inRelease));
  const built = await hashesOf(paths, (path) => readStored(build, path, largest.file));
  return Object.keys({ ...published, ...built }).find(
    (path) => !path.endsWith('.map') && published[path]?.sha384 !== built[path]?.sha384,
  );
}

async function hashesOf(
  paths: Iterable<string>,
  read: (path: string) => Promise<Buffer>,
): Promise<Files> {
  const hashes: Files = {};
  for (const path of paths) {
    const content = await read(path).catch(() => undefined);
    if (content) hashes[path] = hashOf(content);
  }
  return hashes;
}

function withVariants(files: Files): Record<string, FileHash> {
  const all: Record<string, FileHash> = {};
  for (const [path, { variants = {}, ...hash }] of Object.entries(files)) {
    all[path] = hash;
    for (const [suffix, variant] of Object.entries(variants)) all[path + suffix] = variant;
  }
  return all;
}

async function damageToFile(
  releases: string,
  release: Release,
  path: string,
  { sha384, size }: FileHash,
): Promise<string | undefined> {
  try {
    const content = await readPublished(releases, release, path, Math.min(size, largest.file));
    return hashOf(content).sha384 === sha384 ? undefined : 'is not what was published';
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return isMissing ? 'is missing' : 'is not what was published';
  }
}
