import type { Publishers } from '@kargo/release-log/contract/release-signature';
import type { LogState } from '@kargo/release-log/log/log-state';
import { readLog, strayFiles } from '@kargo/release-log/log/read-log';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';

/** Reads a log, and prints what of it does not count, so that whoever publishes can look who has written it. */
export async function warnOfLog(store: ReleaseStore, publishers: Publishers): Promise<LogState> {
  const { state, problems } = await readLog(store, publishers);
  for (const problem of [...problems, await strayFiles(store, state.generation)])
    if (problem) console.warn(problem);
  return state;
}
