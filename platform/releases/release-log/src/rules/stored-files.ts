import type { StoredRelease } from '@kargo/shared-types/releases/release';

/** The files that a release names and their variants, by path in the store; others are ignored. */
export const storedFiles = ({
  app,
  version,
  files,
}: Pick<StoredRelease, 'app' | 'version' | 'files'>) =>
  new Map(
    Object.entries(files).flatMap(([path, { variants, ...hash }]) =>
      Object.entries({ '': hash, ...variants }).map(
        ([suffix, expected]) => [`${app}/${version}/${path}${suffix}`, expected] as const,
      ),
    ),
  );
