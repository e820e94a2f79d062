import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FolderStore } from './folder-store.ts';
import type { ReleaseStore } from './release-store.ts';

/**
 * @param place the folder of a release store
 * @throws an Error of one sentence for a store of an earlier version of this program
 */
export function openReleaseStore(place: string): ReleaseStore {
  const folder = resolve(place);
  if (existsSync(join(folder, '.map')))
    throw new Error(`${folder} was made by an earlier version: delete it, and start again.`);
  return new FolderStore(folder);
}
