/**
 * Loads and runs one script of a release. The shell puts its loader on `window` under
 * `scriptLoaderKey`, so that chunks which a remote's webpack runtime loads later have the same timeout
 * as the remote itself. A remote that runs alone has no loader there.
 *
 * @throws when the script does not arrive in time, or is not a script
 */
export type ScriptLoader = (
  url: string,
  release: ReleaseName,
  /** The `integrity` attribute; none for an app on a development server. */
  integrity: string | undefined,
) => Promise<void>;

export interface ReleaseName {
  app: string;
  version: string;
}

export const scriptLoaderKey = 'kargoLoadScript';

/**
 * Name on `window` of the list that the scripts of one release add their chunks to. A webpack runtime
 * that starts reads all chunks in it.
 */
export const chunkListKey = (app: string, version: string) => `kargoChunks_${app}_${version}`;
