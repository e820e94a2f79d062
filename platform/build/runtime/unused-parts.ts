/**
 * Replaces unused parts of the federation runtime: those that read manifests, preload remotes and
 * load scripts, which the shell does itself, those that load remotes listed in the build, which
 * lists none, and the descriptions of errors, which have a link to their documentation anyway. The
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

export const runtimeDescMap = {};
export const typeDescMap = {};
export const buildDescMap = {};
export const errorDescMap = {};
