import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FolderStore } from './folder-store.ts';
import type { ReleaseStore } from './release-store.ts';

export const isBucket = (place: string): boolean => place.startsWith('s3://');

/**
 * @param place a folder, or a bucket such as `s3://bucket/prefix`, see `BucketStore`
 * @throws an Error of one sentence for a folder that an earlier version of this program made
 */
export async function openReleaseStore(place: string): Promise<ReleaseStore> {
  if (isBucket(place)) {
    // Loaded only if used, because loading the AWS SDK takes a third of a second.
    const { BucketStore } = await import('./bucket-store.ts');
    return new BucketStore(place);
  }
  const folder = resolve(place);
  if (existsSync(join(folder, '.map')))
    throw new Error(`${folder} was made by an earlier version: delete it, and start again.`);
  return new FolderStore(folder);
}

/** Like `openReleaseStore`, but also refuses a bucket whose server would let publishers overwrite each other. */
export async function openStoreToWrite(place: string): Promise<ReleaseStore> {
  const store = await openReleaseStore(place);
  await store.requireConditions?.();
  return store;
}
