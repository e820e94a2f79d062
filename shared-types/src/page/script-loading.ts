/** The list on `window` of a release's chunks. A webpack runtime reads all of it at its start. */
export const chunkListKey = (app: string, version: string) => `kargoChunks_${app}_${version}`;
