import type { StoredRelease } from '@kargo/shared-types/releases/release';

/** By path in the store: the files that a release names, and their variants. Other files there are ignored. */
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
