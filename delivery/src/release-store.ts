import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseJson } from 'shared-types/parse-json';
import { PublishedRoutes, Release, type ReleaseFile } from 'shared-types/releases/release';
import {
  headPlaceholder,
  releaseFile,
  signatureFile,
} from 'shared-types/releases/release-addresses';
import { nameOf } from 'shared-types/releases/release-gate';
import {
  type PublisherKey,
  StrangerError,
  signatureOf,
  verifiedRelease,
} from 'shared-types/releases/release-signature';
import { largest } from 'shared-types/releases/release-sizes';
import { compress } from './compress.ts';
import { explainDiskFull } from './disk-full.ts';
import { exists } from './exists.ts';
import { type Keys, keyFor } from './keys.ts';
import { readPublished, readStored } from './read-stored.ts';
import { RefusedError } from './refused-error.ts';
import { differenceFrom, filesIn, hashOf } from './release-hashes.ts';
import { requireSize } from './require-size.ts';

/**
 * Reads the `release.json` of a published release without verifying its signature. Not for releases
 * that are to be served.
 *
 * @throws when the file is missing or invalid
 */
export async function readRelease(
  releases: string,
  of: Pick<Release, 'app' | 'version'>,
): Promise<Release> {
  const text = await readPublished(releases, of, releaseFile, largest.release);
  return parseJson(Release, String(text), join(releases, of.app, of.version, releaseFile));
}

/**
 * Reads a published release, and verifies its signature.
 *
 * @throws {RefusedError} when the signature is missing or invalid
 * @throws another error when the release is missing
 */
export async function readSigned(
  releases: string,
  app: string,
  version: string,
  { publishers }: Keys,
): Promise<Release> {
  const of = { app, version };
  const content = String(await readPublished(releases, of, releaseFile, largest.release));
  const signature = await readPublished(releases, of, signatureFile, largest.signature).then(
    String,
    () => undefined,
  );
  return verifiedRelease(of, content, signature, publishers).catch((cause) => {
    throw new RefusedError(cause.message, { cause });
  });
}

/**
 * Copies a build to `<releases>/<app>/<version>/`, compressed variants included, without making it
 * current. An existing release is kept unchanged, unless its signature is missing or by a key that is
 * not among the publishers; then it is replaced. After a crash a release is complete or absent.
 *
 * @param from folder of a build, with its `release.json`
 * @param releases folder of all releases; created if missing
 * @returns the published release
 * @throws when the build cannot be served, or differs from what was published before under its
 *   version; then nothing is published
 */
export async function storeBuild(from: string, releases: string, keys: Keys): Promise<Release> {
  const text = await readStored(from, releaseFile, largest.release);
  const release = parseJson(Release, String(text), join(from, releaseFile));
  await requireServable(from, release);
  const key = keyFor(release.app, keys);
  const appFolder = join(releases, release.app);
  await mkdir(appFolder, { recursive: true });
  const target = join(appFolder, release.version);
  // First, because this may free the disk space that is needed.
  await removeLeftovers(appFolder);
  if (await isOfStranger(releases, release, keys)) {
    await requireSame(from, releases, release);
    await rename(target, join(appFolder, temporaryPrefix + randomUUID()));
  }
  const bytes = (await sizeOf(from)) * withVariants;
  const isNew =
    !(await exists(target)) &&
    (await explainDiskFull(releases, bytes, () => copyWhole(from, target, release, key)));
  // The hashes of a new release are those of the build: it was hashed while it was copied.
  if (!isNew) await requireSame(from, releases, release);
  return readSigned(releases, release.app, release.version, keys);
}

/** Whether a release exists that is not signed, or not by one of the publishers. */
export const isOfStranger = (
  releases: string,
  { app, version }: Pick<Release, 'app' | 'version'>,
  keys: Keys,
): Promise<boolean> =>
  readSigned(releases, app, version, keys).then(
    () => false,
    ({ cause }) => cause instanceof StrangerError,
  );

/** Refuses a build that differs from the release published under its version. */
async function requireSame(from: string, releases: string, release: Release): Promise<void> {
  const published = await readRelease(releases, release);
  const file = await differenceFrom(releases, published, from);
  if (file === undefined) return;
  throw new RefusedError(
    `${nameOf(published)} was published before with another ${file}, and a release never changes: build it under another version.`,
  );
}

/** Refuses a build that would break the site. */
async function requireServable(from: string, release: Release): Promise<void> {
  const named = [release.entry, ...Object.values(release.screens).flat()];
  for (const file of named) {
    if (!(await exists(join(from, file)))) {
      throw new RefusedError(`${from}: release.json names ${file}, which is not in the build.`);
    }
  }
  for (const file of await filesIn(from)) {
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

/** Folders that begin with a dot are incomplete; the gateway does not serve them. */
export const temporaryPrefix = '.publishing-';

/** @returns false if another process has published the same version meanwhile, which is kept */
async function copyWhole(
  from: string,
  target: string,
  release: Release,
  key: PublisherKey,
): Promise<boolean> {
  const temporary = join(dirname(target), temporaryPrefix + randomUUID());
  try {
    await copyCompressed(from, temporary, release, key);
    await rename(temporary, target);
    return true;
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    if (await exists(target)) return false;
    throw error;
  }
}

async function copyCompressed(
  from: string,
  to: string,
  release: Release,
  key: PublisherKey,
): Promise<void> {
  const files: NonNullable<Release['files']> = {};
  const paths = (await filesIn(from)).toSorted();
  await allSettled(
    paths.map(async (path) => {
      files[path] = await copyFileCompressed(join(from, path), join(to, path));
    }),
  );
  const inOrder = Object.fromEntries(paths.map((path) => [path, files[path]]));
  const content = `${JSON.stringify({ ...release, files: inOrder }, null, 2)}\n`;
  requireSize(join(from, releaseFile), Buffer.byteLength(content), largest.release);
  await writeFile(join(to, releaseFile), content, { flush: true });
  await writeFile(join(to, signatureFile), await signatureOf(content, key), { flush: true });
}

/** Waits for all writes: one that continued after a failure would create the removed folder again. */
async function allSettled(writes: Promise<void>[]): Promise<void> {
  for (const write of await Promise.allSettled(writes)) {
    if (write.status === 'rejected') throw write.reason;
  }
}

/** Size of a release in relation to its build, compressed variants included. */
const withVariants = 1.6;

async function sizeOf(folder: string): Promise<number> {
  const stats = await Promise.all((await filesIn(folder)).map((file) => stat(join(folder, file))));
  return stats.reduce((sum, { size }) => sum + size, 0);
}

async function copyFileCompressed(source: string, target: string): Promise<ReleaseFile> {
  const content = await readFile(source);
  const variants = await compress(source, content);
  await mkdir(dirname(target), { recursive: true });
  // Flushed to disk before the folder is renamed, in case of a power failure.
  const files = [{ suffix: '', content }, ...variants];
  await allSettled(
    files.map((file) => writeFile(target + file.suffix, file.content, { flush: true })),
  );
  if (variants.length === 0) return hashOf(content);
  const hashes = variants.map(({ suffix, content }) => [suffix, hashOf(content)]);
  return { ...hashOf(content), variants: Object.fromEntries(hashes) };
}

const leftoverAgeMs = 60 * 60 * 1000;

/** Removes the folders of killed publishes. A running publish never takes an hour. */
async function removeLeftovers(appFolder: string): Promise<void> {
  for (const name of await readdir(appFolder)) {
    if (!name.startsWith(temporaryPrefix)) continue;
    const folder = join(appFolder, name);
    const age = Date.now() - (await stat(folder).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
    if (age > leftoverAgeMs) await rm(folder, { recursive: true, force: true });
  }
}
