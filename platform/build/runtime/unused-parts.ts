/**
 * Replaces parts of the federation runtime that read manifests, preload and load scripts (as the shell does itself),
 * load remotes that the build lists (it lists none), or describe errors. The runtime imports these names.
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

export const runtimeDescMap = {};
export const typeDescMap = {};
export const buildDescMap = {};
export const errorDescMap = {};
