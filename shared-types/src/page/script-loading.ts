/**
 * Name on `window` of the list to which the scripts of one release add their chunks. A webpack
 * runtime reads all chunks in it when it starts.
 */
export const chunkListKey = (app: string, version: string) => `kargoChunks_${app}_${version}`;
