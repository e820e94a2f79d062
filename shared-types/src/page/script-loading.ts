/**
 * Name on `window` of the list that the scripts of one release add their chunks to. A webpack runtime
 * that starts reads all chunks in it.
 */
export const chunkListKey = (app: string, version: string) => `kargoChunks_${app}_${version}`;
