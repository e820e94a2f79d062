import { nameOf, type Problem } from '@kargo/release-log/contract/release-gate';
import { largest } from '@kargo/release-log/contract/release-sizes';
import { hashOf } from '@kargo/release-log/log/log-entry';
import { NotStoredError, type ReleaseStore } from '@kargo/release-log/stores/release-store';
import type { FileHash, Release } from '@kargo/shared-types/releases/release';
import { pathOf } from './read-release.ts';

type Files = NonNullable<Release['files']>;

export const fileHashOf = (content: Buffer): FileHash => ({
  sha384: hashOf(content),
  size: content.length,
});

/** Returns a problem for the first missing or changed file of a published release, if there is one. */
export async function damageTo(store: ReleaseStore, release: Release): Promise<Problem[]> {
  for (const [path, hash] of Object.entries(withVariants(release.files ?? {}))) {
    const file = pathOf(release, path);
    const problem = await damageToFile(store, file, hash);
    if (problem) return [`${nameOf(release)} cannot be served: ${store.name}/${file} ${problem}.`];
  }
  return [];
}

function withVariants(files: Files): Record<string, FileHash> {
  const all: Record<string, FileHash> = {};
  for (const [path, { variants = {}, ...hash }] of Object.entries(files)) {
    all[path] = hash;
    for (const [suffix, variant] of Object.entries(variants)) all[path + suffix] = variant;
  }
  return all;
}

async function damageToFile(store: ReleaseStore, file: string, { sha384, size }: FileHash) {
  try {
    const content = await store.read(file, Math.min(size, largest.file));
    return hashOf(content) === sha384 ? undefined : 'is not what was published';
  } catch (error) {
    return error instanceof NotStoredError ? 'is missing' : 'is not what was published';
  }
}
