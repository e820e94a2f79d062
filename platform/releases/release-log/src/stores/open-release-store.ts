import { resolve } from 'node:path';
import { FolderStore } from './folder-store.ts';
import type { ReleaseStore } from './release-store.ts';

export const isBucket = (place: string): boolean => place.startsWith('s3://');

/** @param place a folder, or a bucket such as `s3://bucket/prefix`, see `BucketStore` */
export async function openReleaseStore(place: string): Promise<ReleaseStore> {
  if (!isBucket(place)) return new FolderStore(resolve(place));
  // Loaded only if used: loading the AWS SDK takes a third of a second.
  const { BucketStore } = await import('./bucket-store.ts');
  return new BucketStore(place);
}

/**
 * Like `openReleaseStore`, but refuses a bucket in which publishers could overwrite each other.
 *
 * @param apps the apps of the publisher's key
 */
export async function openStoreToWrite(
  place: string,
  apps: readonly string[] = [],
): Promise<ReleaseStore> {
  const store = await openReleaseStore(place);
  await store.requireConditions?.(apps.find((app) => app !== '*') ?? 'shell');
  return store;
}
