import { resolve } from 'node:path';
import { FolderStore } from './folder-store.ts';
import type { ReleaseStore } from './release-store.ts';

export const isBucket = (place: string): boolean => place.startsWith('s3://');

/** @param place a folder, or a bucket such as `s3://bucket/prefix`, see `BucketStore` */
export async function openReleaseStore(place: string): Promise<ReleaseStore> {
  if (!isBucket(place)) return new FolderStore(resolve(place));
  // Loaded only if used, because loading the AWS SDK takes a third of a second.
  const { BucketStore } = await import('./bucket-store.ts');
  return new BucketStore(place);
}

/** Like `openReleaseStore`, but also refuses a bucket whose server would let publishers overwrite each other. */
export async function openStoreToWrite(place: string): Promise<ReleaseStore> {
  const store = await openReleaseStore(place);
  await store.requireConditions?.();
  return store;
}
