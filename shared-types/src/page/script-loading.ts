/**
 * Loads and runs one script of a release. The shell puts its loader on `window` under
 * `scriptLoaderKey`, so that the chunks which a remote's webpack runtime asks for later have the
 * same timeout as the remote itself. A remote that runs alone finds none there.
 *
 * @throws when the script does not come in time, or is none
 */
export type ScriptLoader = (
  url: string,
  release: ReleaseName,
  /** As for the attribute of that name; none while the app is developed. */
  integrity: string | undefined,
) => Promise<void>;

/** Which release something belongs to. */
export interface ReleaseName {
  app: string;
  version: string;
}

export const scriptLoaderKey = 'kargoLoadScript';

/**
 * Name on `window` of the list in which the scripts of one release leave what they hold. A runtime of
 * webpack that starts takes over all that is in it.
 */
export const chunkListKey = (app: string, version: string): string =>
  `kargoChunks_${app}_${version}`;
