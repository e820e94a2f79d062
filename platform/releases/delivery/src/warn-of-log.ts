import type { Publishers } from '@kargo/release-log/contract/release-signature';
import { logFolder } from '@kargo/release-log/log/app-record';
import { type LogState, readLog } from '@kargo/release-log/log/read-log';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import { RefusedError } from './refused-error.ts';

/**
 * Reads a log, and prints its problems, so that publishers can find out who wrote it.
 *
 * @throws {RefusedError} when it is from a version in which apps shared one log
 */
export async function warnOfLog(store: ReleaseStore, publishers: Publishers): Promise<LogState> {
  if (await hasOldLog(store))
    throw new RefusedError(
      `The log of ${store.name} is of an earlier version of Kargo. "pnpm start" moves the store of this machine aside and publishes anew; publish into an empty store elsewhere.`,
    );
  const { state, problems } = await readLog(store, publishers);
  for (const problem of problems) console.warn(problem);
  return state;
}

/** Whether a store has the log of an earlier version, with one sequence of entries for all apps. */
export const hasOldLog = async (store: ReleaseStore): Promise<boolean> =>
  (await store.names(logFolder)).some((name) => /^\d{10}\.json$/.test(name));
