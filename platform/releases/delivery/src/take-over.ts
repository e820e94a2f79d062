import {
  type AppRecord,
  claimedRecord,
  largestRecord,
  logFolder,
} from '@kargo/release-log/log/app-record';
import { readEndedCanary } from '@kargo/release-log/log/ended-canary';
import { nameOf } from '@kargo/release-log/rules/release-gate';
import { largest } from '@kargo/release-log/rules/release-sizes';
import { arrivalOf } from '@kargo/release-log/rules/rollout';
import { storedFiles } from '@kargo/release-log/rules/stored-files';
import {
  ifNotStored,
  type ReleaseStore,
  UnreadableError,
} from '@kargo/release-log/stores/release-store';
import { releaseFile, signatureFile } from '@kargo/shared-types/releases/release-addresses';
import type { KeyedStore } from './keys.ts';
import { pathOf, readSigned, readWhole } from './read-release.ts';
import { RefusedError } from './refused-error.ts';
import { undo } from './store-build.ts';

/**
 * Copies another store's current release, byte for byte and signed, without making it current.
 *
 * @param from a store with releases by a publisher of this one; others may have signed its log
 * @returns the version
 * @throws {RefusedError} when there is none, it was changed, or this store's copy differs
 */
export async function takeOver(
  from: ReleaseStore,
  app: string,
  { store, keys }: KeyedStore,
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
  // `release.json` last, since a release without it counts as unfinished.
  const own = [signatureFile, releaseFile].map((file) => pathOf(named, file));
  const copy = async () => {
    for (const path of [...files.keys(), ...own])
      await store.write(path, await from.read(path, largest.file));
  };
  await copy().catch(undo(store, named, bytes));
  return version;
}

/** Returns the version that an app's newest record makes current, even by unknown publishers. */
export async function claimedVersion(from: ReleaseStore, app: string): Promise<string> {
  for (const name of await from.names(`${logFolder}/${app}`)) {
    const reading = from.read(`${logFolder}/${app}/${name}`, largestRecord);
    const content = await reading.catch((error: Error) =>
      error instanceof UnreadableError ? undefined : ifNotStored(error),
    );
    const { record } = claimedRecord(content) ?? {};
    // A waiting record may never count.
    if (record?.current && !record.waitsFor) return await arrivedVersion(from, app, record);
  }
  throw new RefusedError(`${from.name} has no current release of ${app}.`);
}

/** After its rollout, a release is current even if no record says so. */
async function arrivedVersion(
  from: ReleaseStore,
  app: string,
  { current, next }: Pick<AppRecord, 'current' | 'next'>,
): Promise<string> {
  const hasArrived = next?.rollout && Number(from.now()) >= arrivalOf(next.rollout);
  const isCurrent = hasArrived && !(await readEndedCanary(from, app, next));
  return (isCurrent ? next : current)?.version ?? '';
}
