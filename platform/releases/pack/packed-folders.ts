/** The packages that a team in its own repository needs. */
export const packedFolders = [
  'shared-types',
  'shared-runtime',
  'shared-ui',
  'tools',
  'jest-preset',
  'release-log',
  'delivery',
  'gateway',
  'smoke-test',
  'commands',
  'create-remote',
] as const;
