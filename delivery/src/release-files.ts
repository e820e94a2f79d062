import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { FileHash, Release } from 'shared-types/release';
import { releaseFile, signatureFile } from 'shared-types/release-addresses';
import { nameOf, type Problem } from 'shared-types/release-gate';

type Files = NonNullable<Release['files']>;

export function hashOf(content: Buffer): FileHash {
  return { sha384: createHash('sha384').update(content).digest('base64'), size: content.length };
}

/** Paths of what a release's folder holds, or a build's, but for what says so: relative, with `/`. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
    .filter((path) => path !== releaseFile && path !== signatureFile);
}

/** The first file of a published release that is missing or was changed, if there is one. */
export async function damageTo(folder: string, release: Release): Promise<Problem[]> {
  for (const [path, hash] of Object.entries(withVariants(release.files ?? {}))) {
    const problem = await damageToFile(join(folder, path), hash);
    if (problem) return [`${nameOf(release)} cannot be served: ${join(folder, path)} ${problem}.`];
  }
  return [];
}

/**
 * The first file in which a build differs from the published release of the same version. Source
 * maps are not compared: they name the folder that the build was made in.
 */
export async function differenceFrom(
  folder: string,
  { files }: Release,
  build: string,
): Promise<string | undefined> {
  const paths = await filesIn(build);
  const published = files ?? (await hashesOf(folder, paths));
  const built = await hashesOf(build, paths);
  return Object.keys({ ...published, ...built }).find(
    (path) => !path.endsWith('.map') && published[path]?.sha384 !== built[path]?.sha384,
  );
}

async function hashesOf(folder: string, paths: Iterable<string>): Promise<Files> {
  const hashes: Files = {};
  for (const path of paths) {
    const content = await readFile(join(folder, path)).catch(() => undefined);
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

async function damageToFile(file: string, { sha384, size }: FileHash): Promise<string | undefined> {
  const content = await readFile(file).catch(() => undefined);
  if (!content) return 'is missing';
  const isSame = content.length === size && hashOf(content).sha384 === sha384;
  return isSame ? undefined : 'is not what was published';
}
