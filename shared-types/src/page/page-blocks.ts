/** Ids of the JSON blocks that the gateway writes into every page. */
export const pageBlocks = {
  releaseMap: 'kargo-release-map',
  configuration: 'kargo-configuration',
} as const;
