/** The packages that a team in its own repository needs. */
export const packedFolders = [
  'shared-types',
  'shared-runtime',
  'shared-ui',
  'platform/build',
  'platform/jest-preset',
  'platform/releases/release-log',
  'platform/releases/delivery',
  'platform/gateway',
  'platform/smoke-test',
  'platform/releases/commands',
  'platform/releases/create-remote',
] as const;
