/**
 * Loads and runs one script of a release. The shell puts its loader on `window` under
 * `scriptLoaderKey`, so that the chunks which a remote's webpack runtime asks for later have the
 * same deadlines and retries as the remote itself. A remote that runs alone finds none there.
 *
 * @throws when the script does not come in time, or is none
 */
export type ScriptLoader = (url: string) => Promise<void>;

export const scriptLoaderKey = 'kargoLoadScript';
