import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { allOf } from '@kargo/release-log/all-of';
import { hashOf } from '@kargo/release-log/log/app-record';
import { nameOf } from '@kargo/release-log/rules/release-gate';
import {
  type PublisherKey,
  signatureOf,
  UnknownKeyError,
} from '@kargo/release-log/rules/release-signature';
import { largest } from '@kargo/release-log/rules/release-sizes';
import { explainDiskFull } from '@kargo/release-log/stores/disk-full';
import { readStored } from '@kargo/release-log/stores/read-stored';
import { ifNotStored, type ReleaseStore } from '@kargo/release-log/stores/release-store';
import { kargoFile } from '@kargo/shared-types/releases/kargo-file';
import {
  type FileHash,
  isRemote,
  type ReleaseFile,
  type ReleaseName,
  type StoredRelease,
} from '@kargo/shared-types/releases/release';
import {
  headPlaceholder,
  releaseFile,
  reservedFolders,
  signatureFile,
} from '@kargo/shared-types/releases/release-addresses';
import pLimit from 'p-limit';
import { compress } from './compress.ts';
import { describeBuild } from './describe-build.ts';
import { type KeyedStore, keyFor } from './keys.ts';
import { pathOf, readRelease, readSigned } from './read-release.ts';
import { RefusedError, requireSize } from './refused-error.ts';

/**
 * Copies a build and its compressed variants into the store, without making it current. Leaves a
 * stored release unchanged; rewrites it if its signature is missing or by an unknown key. Writes
 * `release.json` last: a release without it is unfinished.
 *
 * @param from folder of a build, see `describeBuild`
 * @throws when it cannot be served, or its version is stored with other content; publishes nothing
 */
export async function storeBuild(
  from: string,
  { store, keys }: KeyedStore,
): Promise<StoredRelease> {
  const release = await readBuild(from);
  await requireServable(from, release);
  const key = keyFor(release.app, keys);
  const known = await readRelease(store, release).catch(ifNotStored);
  if (known) {
    requireSame(release, known.files);
    const signed = await readSigned(store, release, keys).catch(ifUnknownKey);
    if (signed) return signed;
  }
  const bytes = Object.values(release.files).reduce((sum, { size }) => sum + size, 0);
  await copyCompressed(from, release, store, key).catch(undo(store, release, bytes * withVariants));
  return readSigned(store, release, keys);
}

/** For `catch`: removes what was copied of a release, unless another publisher has finished it. */
export function undo(store: ReleaseStore, release: ReleaseName, bytes: number) {
  return async (error: Error): Promise<never> => {
    const isFinished = () =>
      readRelease(store, release)
        .catch(ifNotStored)
        .catch(() => true);
    for (const { path } of await store.list(pathOf(release, ''))) {
      if (await isFinished()) break;
      await store.remove(path);
    }
    throw await explainDiskFull(error, store.name, bytes);
  };
}

/** For `catch`: undefined if the signature is missing or by an unknown key; rethrows the rest. */
function ifUnknownKey(error: Error): undefined {
  if (!(error.cause instanceof UnknownKeyError)) throw error;
}

/** Describes a build as a release, and hashes its files, without storing it. */
export async function readBuild(from: string): Promise<StoredRelease> {
  const names = await filesIn(from).catch(() => {
    throw new RefusedError(`${from} is not a folder: build first.`);
  });
  const files: Record<string, ReleaseFile> = {};
  for (const path of names.toSorted()) {
    requireSize(join(from, path), (await stat(join(from, path))).size, largest.file);
    files[path] = fileHashOf(await readStored(from, path, largest.file));
  }
  return describeBuild({ from, files });
}

function requireSame(release: StoredRelease, published: StoredRelease['files']): void {
  const { files: built } = release;
  // Source maps are not compared: they contain the path of the build's folder.
  const file = Object.keys({ ...published, ...built }).find(
    (path) => !path.endsWith('.map') && published[path]?.sha384 !== built[path]?.sha384,
  );
  if (file === undefined) return;
  throw new RefusedError(
    `${nameOf(release)} was published before with another ${file}, and a release never changes: build it under another version.`,
  );
}

async function requireServable(from: string, release: StoredRelease): Promise<void> {
  if (reservedFolders.some((name) => name === release.app)) {
    throw new RefusedError(`${from}: an app cannot be called ${release.app}.`);
  }
  const scripts = isRemote(release) ? Object.values(release.screens).flat() : [];
  const missing = [release.entry, ...scripts].find((file) => !Object.hasOwn(release.files, file));
  if (missing !== undefined)
    throw new RefusedError(`${from} lacks ${missing}, which its manifest names.`);
  if (release.app !== 'shell') return;
  const html = await readFile(join(from, 'index.html'), 'utf8');
  if (!html.includes(headPlaceholder)) {
    throw new RefusedError(`${from}: index.html lacks ${headPlaceholder}, which every page needs.`);
  }
}

async function copyCompressed(
  from: string,
  release: StoredRelease,
  store: ReleaseStore,
  key: PublisherKey,
): Promise<void> {
  const limit = pLimit(copiesAtOnce);
  const copy = async (path: string) =>
    [path, await copyFileCompressed(join(from, path), store, pathOf(release, path))] as const;
  const copied = await allOf(Object.keys(release.files).map((path) => limit(() => copy(path))));
  const files = Object.fromEntries(copied);
  const content = `${JSON.stringify({ ...release, files }, null, 2)}\n`;
  requireSize(join(from, releaseFile), Buffer.byteLength(content), largest.release);
  const signature = await signatureOf('kargo-release', content, key);
  await store.write(pathOf(release, signatureFile), Buffer.from(signature));
  await store.write(pathOf(release, releaseFile), Buffer.from(content));
}

/** The most files that are copied at a time, each with up to two variants. */
const copiesAtOnce = 8;

async function copyFileCompressed(source: string, store: ReleaseStore, path: string) {
  const content = await readFile(source);
  const variants = await compress(source, content);
  const files = [{ suffix: '', content }, ...variants];
  await allOf(files.map((file) => store.write(path + file.suffix, file.content)));
  if (variants.length === 0) return fileHashOf(content);
  const hashes = variants.map(({ suffix, content }) => [suffix, fileHashOf(content)]);
  return { ...fileHashOf(content), variants: Object.fromEntries(hashes) };
}

const fileHashOf = (content: Buffer): FileHash => ({
  sha384: hashOf(content),
  size: content.length,
});

/** The size of a release relative to its build, with compressed variants. */
const withVariants = 1.6;

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
    .filter((path) => ![kargoFile, releaseFile, signatureFile].includes(path));
}
