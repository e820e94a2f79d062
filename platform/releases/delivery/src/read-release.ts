import { hashOf, type LoggedRelease } from '@kargo/release-log/log/app-record';
import type { LogState } from '@kargo/release-log/log/read-log';
import { currentVersion, servedApps } from '@kargo/release-log/log/served-releases';
import { nameOf } from '@kargo/release-log/rules/release-gate';
import { verifiedRelease } from '@kargo/release-log/rules/release-signature';
import { largest } from '@kargo/release-log/rules/release-sizes';
import { storedFiles } from '@kargo/release-log/rules/stored-files';
import {
  ifNotStored,
  type ReleaseStore,
  UnreadableError,
} from '@kargo/release-log/stores/release-store';
import {
  type FileHash,
  parseRelease,
  type ReleaseName,
  type StoredRelease,
} from '@kargo/shared-types/releases/release';
import { releaseFile, signatureFile } from '@kargo/shared-types/releases/release-addresses';
import type { KeyedStore, Keys } from './keys.ts';
import { RefusedError } from './refused-error.ts';

export const pathOf = ({ app, version }: ReleaseName, file: string) => `${app}/${version}/${file}`;

/** Reads a `release.json` without verifying its signature: never serve that release. */
export async function readRelease(store: ReleaseStore, of: ReleaseName): Promise<StoredRelease> {
  const path = pathOf(of, releaseFile);
  const text = await store.read(path, largest.release);
  return parseRelease(String(text), `${store.name}/${path}`);
}

/** A release whose signature was verified, with the hash of its `release.json`. */
export type SignedRelease = StoredRelease & { hash: string };

/**
 * Reads a published release, and verifies its signature. Throws a RefusedError when that is missing
 * or invalid, and a NotStoredError when there is no such release.
 */
export async function readSigned(
  store: ReleaseStore,
  of: ReleaseName,
  { publishers }: Pick<Keys, 'publishers'>,
): Promise<SignedRelease> {
  const content = String(await store.read(pathOf(of, releaseFile), largest.release));
  const signature = await store
    .read(pathOf(of, signatureFile), largest.signature)
    .then(String, ifNotStored);
  const release = await verifiedRelease(of, content, signature, publishers).catch(
    (cause: Error) => {
      throw new RefusedError(cause.message, { cause });
    },
  );
  return { ...release, hash: hashOf(content) };
}

/** Returns the current releases by app, except unreadable ones. */
export async function readCurrent({ store, keys }: KeyedStore, state: LogState) {
  const site = new Map<string, StoredRelease>();
  for (const app of servedApps(state)) {
    const named = { app, version: currentVersion(state, app) ?? '' };
    const release = await readSigned(store, named, keys).catch(() => undefined);
    if (release) site.set(app, release);
  }
  return site;
}

/** Returns an app's finished versions with their time in milliseconds, newest first. */
export async function publishedVersions(store: ReleaseStore, app: string) {
  const objects = await store.list(app);
  const published = objects.flatMap(({ path, at }) => {
    const [, version = '', file, ...rest] = path.split('/');
    return file === releaseFile && rest.length === 0 ? [{ version, at }] : [];
  });
  return published.sort((one, other) => other.at - one.at);
}

/** Like `readSigned`, but also refuses a release with a missing or changed file. */
export async function readWhole(
  store: ReleaseStore,
  of: ReleaseName,
  keys: Pick<Keys, 'publishers'>,
): Promise<SignedRelease> {
  const release = await readSigned(store, of, keys);
  for (const [file, expected] of storedFiles(release)) {
    const problem = await damageToFile(store, file, expected);
    if (problem)
      throw new RefusedError(
        `${nameOf(release)} cannot be served: ${store.name}/${file} ${problem}.`,
      );
  }
  return release;
}

/** Like `readWhole`, but also refuses a release with another `release.json` than the log names. */
export async function readLogged(
  { store, keys }: KeyedStore,
  app: string,
  { version, hash }: LoggedRelease,
): Promise<SignedRelease> {
  const release = await readWhole(store, { app, version }, keys);
  if (release.hash === hash) return release;
  throw new RefusedError(`release.json of ${nameOf(release)} is not the one that the log names.`);
}

async function damageToFile(store: ReleaseStore, file: string, { sha384, size }: FileHash) {
  const reading = store.read(file, Math.min(size, largest.file));
  const content = await reading.catch((error) =>
    error instanceof UnreadableError ? null : ifNotStored(error),
  );
  if (content === undefined) return 'is missing';
  return content && hashOf(content) === sha384 ? undefined : 'is not what was published';
}
