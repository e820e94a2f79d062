/**
 * Stands in for parts of the federation runtime that read manifests, preload remotes and load scripts,
 * which the shell does itself, and for those that load remotes known to the build, which has none. The
 * runtime imports these names.
 */
export class SnapshotHandler {
  readonly hooks = { lifecycle: {}, registerPlugins: {}, applyPlugin() {} };
  readonly manifestCache = new Map();
}

export const getGlobalRemoteInfo = () => ({});
export const defaultPreloadArgs = () => ({});
export const formatPreloadArgs = () => [];
export const normalizePreloadExposes = () => [];
export const preloadAssets = () => {};

export const remotes = () => {};
export const loadScript = () => Promise.reject(new Error('The shell loads scripts itself'));
export const createLink = () => {};
export const createScript = () => {};
export const isStaticResourcesEqual = () => false;
export const safeWrapper = () => {};
