/** Maximum sizes of files in the release store, in bytes: publishers refuse larger ones, and the gateway skips them. */
export const largest = {
  /** `releaseFile`, which has 13 kB for a large app. */
  release: 1024 * 1024,
  signature: 8 * 1024,
  /** The pages of one shell with one remote. */
  pages: 4 * 1024 * 1024,
  /** Any file that a release lists. */
  file: 100 * 1024 * 1024,
} as const;
