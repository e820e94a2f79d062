import type { Release } from '@kargo/shared-types/releases/release';

/** The files that a release names, with their variants, by path in the store. What else lies there is nobody's. */
export const storedFiles = ({
  app,
  version,
  files = {},
}: Pick<Release, 'app' | 'version' | 'files'>) =>
  new Map(
    Object.entries(files).flatMap(([path, { variants, ...hash }]) =>
      Object.entries({ '': hash, ...variants }).map(
        ([suffix, expected]) => [`${app}/${version}/${path}${suffix}`, expected] as const,
      ),
    ),
  );
