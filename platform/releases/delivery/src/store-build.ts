import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { nameOf } from '@kargo/release-log/contract/release-gate';
import { type PublisherKey, signatureOf } from '@kargo/release-log/contract/release-signature';
import { largest } from '@kargo/release-log/contract/release-sizes';
import { explainDiskFull } from '@kargo/release-log/stores/disk-full';
import { readStored } from '@kargo/release-log/stores/read-stored';
import { ifNotStored, type ReleaseStore } from '@kargo/release-log/stores/release-store';
import { parseJson } from '@kargo/shared-types/parse-json';
import { PublishedRoutes, Release, type ReleaseFile } from '@kargo/shared-types/releases/release';
import {
  headPlaceholder,
  releaseFile,
  reservedFolders,
  signatureFile,
} from '@kargo/shared-types/releases/release-addresses';
import pLimit from 'p-limit';
import { compress } from './compress.ts';
import { keyFor, type Store } from './keys.ts';
import { fileHashOf, isOfUnknownKey, pathOf, readRelease, readSigned } from './read-release.ts';
import { RefusedError, requireSize } from './refused-error.ts';

/**
 * Copies a build and its compressed variants into the store, without making it current. A stored release stays as it is,
 * unless its signature is missing or by a key that is not among the publishers: then all its files are written again.
 * `release.json` is written last: a release without it is unfinished.
 *
 * @param from folder of a build, with its `release.json`
 * @throws when it cannot be served, or differs from what has this version already; then nothing is published
 */
export async function storeBuild(from: string, { store, keys }: Store): Promise<Release> {
  const text = await readStored(from, releaseFile, largest.release);
  const release = parseJson(Release, String(text), join(from, releaseFile));
  const build = { from, paths: (await filesIn(from)).toSorted(), release };
  await requireServable(build);
  const key = keyFor(release.app, keys);
  const known = await readRelease(store, release).catch(ifNotStored);
  if (known) await requireSame(build, known.files);
  if (!known || (await isOfUnknownKey(store, release, keys))) {
    await copyCompressed(build, store, key).catch(async (error) => {
      // Another publisher may have finished it meanwhile.
      const isFinished = await readRelease(store, release)
        .catch(ifNotStored)
        .catch(() => true);
      const unfinished = isFinished ? [] : await store.list(pathOf(release, ''));
      for (const { path } of unfinished) await store.remove(path);
      const stats = await Promise.all(build.paths.map((path) => stat(join(from, path))));
      const bytes = stats.reduce((sum, { size }) => sum + size, 0);
      throw await explainDiskFull(error, store.name, bytes * withVariants);
    });
  }
  return readSigned(store, release, keys);
}

interface Build {
  from: string;
  /** Of its files, except `release.json`: relative, with `/`, and sorted. */
  paths: readonly string[];
  release: Release;
}

async function requireSame({ from, paths, release }: Build, published: Release['files'] = {}) {
  const built: Record<string, ReleaseFile> = {};
  for (const path of paths) {
    built[path] = fileHashOf(await readStored(from, path, largest.file));
  }
  // Source maps are not compared, because they contain the path of the build folder.
  const file = Object.keys({ ...published, ...built }).find(
    (path) => !path.endsWith('.map') && published[path]?.sha384 !== built[path]?.sha384,
  );
  if (file === undefined) return;
  throw new RefusedError(
    `${nameOf(release)} was published before with another ${file}, and a release never changes: build it under another version.`,
  );
}

async function requireServable({ from, paths, release }: Build): Promise<void> {
  if (reservedFolders.some((name) => name === release.app)) {
    throw new RefusedError(`${from}: an app cannot be called ${release.app}.`);
  }
  const named = [release.entry, ...Object.values(release.screens).flat()];
  const missing = named.find((file) => !paths.includes(file));
  if (missing !== undefined)
    throw new RefusedError(`${from}: release.json names ${missing}, which is not in the build.`);
  for (const file of paths) {
    const { size } = await stat(join(from, file));
    requireSize(join(from, file), size, largest.file);
  }
  if (release.app !== 'shell') return;
  const routes = join(from, 'routes.json');
  parseJson(PublishedRoutes, await readFile(routes, 'utf8'), routes);
  const html = await readFile(join(from, 'index.html'), 'utf8');
  if (!html.includes(headPlaceholder)) {
    throw new RefusedError(
      `${from}: index.html lacks ${headPlaceholder}, so no page could be made of it.`,
    );
  }
}

async function copyCompressed(
  { from, paths, release }: Build,
  store: ReleaseStore,
  key: PublisherKey,
): Promise<void> {
  const limit = pLimit(copiesAtOnce);
  const copy = async (path: string) =>
    [path, await copyFileCompressed(join(from, path), store, pathOf(release, path))] as const;
  const copied = await allSettled(paths.map((path) => limit(() => copy(path))));
  const files = Object.fromEntries(copied);
  const content = `${JSON.stringify({ ...release, files }, null, 2)}\n`;
  requireSize(join(from, releaseFile), Buffer.byteLength(content), largest.release);
  const signature = await signatureOf('kargo-release', content, key);
  await store.write(pathOf(release, signatureFile), Buffer.from(signature));
  await store.write(pathOf(release, releaseFile), Buffer.from(content));
}

/** Number of files that are copied at the same time; each has up to three variants. */
const copiesAtOnce = 8;

/** Waits for all writes: one that continued after a failure would leave a file behind. */
async function allSettled<Result>(writes: Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(writes);
  return Promise.all(writes);
}

async function copyFileCompressed(source: string, store: ReleaseStore, path: string) {
  const content = await readFile(source);
  const variants = await compress(source, content);
  const files = [{ suffix: '', content }, ...variants];
  await allSettled(files.map((file) => store.write(path + file.suffix, file.content)));
  if (variants.length === 0) return fileHashOf(content);
  const hashes = variants.map(({ suffix, content }) => [suffix, fileHashOf(content)]);
  return { ...fileHashOf(content), variants: Object.fromEntries(hashes) };
}

/** Size of a release in relation to its build, compressed variants included. */
const withVariants = 1.6;

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
    .filter((path) => path !== releaseFile && path !== signatureFile);
}
