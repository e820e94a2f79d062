import type { FileHash, Release } from '@kargo/shared-types/releases/release';

/**
 * Returns the files that a release names, with their compressed variants, by their path in the store. A store may list
 * others below its folder, which are nobody's.
 */
export function storedFiles({
  app,
  version,
  files = {},
}: Pick<Release, 'app' | 'version' | 'files'>): Map<string, FileHash> {
  const named = Object.entries(files).flatMap(([path, { variants, ...hash }]) =>
    Object.entries({ '': hash, ...variants }).map(
      ([suffix, expected]) => [`${app}/${version}/${path}${suffix}`, expected] as const,
    ),
  );
  return new Map(named);
}
