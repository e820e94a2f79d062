/** Maximum sizes of stored files, in bytes: publishers refuse larger ones, gateways skip them. */
export const largest = {
  /** `releaseFile`; a large app's has 26 kB. Reading one delays all pages by about 0.2 s per MB. */
  release: 256 * 1024,
  /** The part of a release in every page: its titles; of a foreign build, 500 hashes. */
  inPages: 64 * 1024,
  signature: 8 * 1024,
  /** The file of pages of one shell with one remote. */
  pages: 4 * 1024 * 1024,
  /** Any file that a release lists. */
  file: 100 * 1024 * 1024,
} as const;
