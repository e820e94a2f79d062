import { nameOf } from '@kargo/release-log/contract/release-gate';
import { largest } from '@kargo/release-log/contract/release-sizes';
import { storedFiles } from '@kargo/release-log/contract/stored-files';
import { claimedRecord } from '@kargo/release-log/log/app-record';
import { parseEntry } from '@kargo/release-log/log/log-entry';
import { entriesBackwards, storedRow } from '@kargo/release-log/log/read-log';
import { explainDiskFull } from '@kargo/release-log/stores/disk-full';
import { ifNotStored, type ReleaseStore } from '@kargo/release-log/stores/release-store';
import { releaseFile, signatureFile } from '@kargo/shared-types/releases/release-addresses';
import type { Store } from './keys.ts';
import { pathOf, readSigned, readWhole } from './read-release.ts';
import { RefusedError } from './refused-error.ts';

/**
 * Copies the current release of another store into this one, byte for byte and with its signature, without making it
 * current.
 *
 * @param from its releases have to be signed by a publisher of this store; its log need not
 * @returns the version
 * @throws {RefusedError} when there is none, it was changed, or this store has another one of that version
 */
export async function takeOver(
  from: ReleaseStore,
  app: string,
  { store, keys }: Store,
): Promise<string> {
  const version = await claimedVersion(from, app);
  const named = { app, version };
  const release = await readWhole(from, named, keys);
  const stored = await readSigned(store, named, keys).catch(ifNotStored);
  if (stored?.hash === release.hash) return version;
  if (stored)
    throw new RefusedError(
      `${store.name} has another ${nameOf(named)} than ${from.name}, and a release never changes.`,
    );
  const files = storedFiles(release);
  const bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0);
  // `release.json` last, because a release without it is unfinished.
  const own = [signatureFile, releaseFile].map((file) => pathOf(named, file));
  for (const path of [...files.keys(), ...own])
    await store.write(path, await from.read(path, largest.file)).catch(async (error) => {
      throw await explainDiskFull(error, store.name, bytes);
    });
  return version;
}

/** Returns the version that the newest entry of a log says is current. The log may have other publishers. */
export async function claimedVersion(from: ReleaseStore, app: string): Promise<string> {
  for await (const { generation, content } of entriesBackwards(from, await storedRow(from))) {
    const version = versionIn(generation, content, app);
    if (version) return version;
  }
  throw new RefusedError(`${from.name} has no current release of ${app}.`);
}

function versionIn(generation: number, content: Buffer, app: string): string | undefined {
  try {
    const jws = parseEntry(generation, content).records[app];
    return jws && claimedRecord(jws)?.current?.version;
  } catch {
    return undefined;
  }
}
