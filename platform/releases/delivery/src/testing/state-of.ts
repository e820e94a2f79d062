import { type LogState, readLog } from '@kargo/release-log/log/read-log';
import type { Publishers } from '@kargo/release-log/rules/release-signature';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import { keys } from './keys.ts';

/** Returns the log of a store, as a gateway reads it. */
export async function stateOf(
  store: ReleaseStore,
  publishers: Publishers = keys.publishers,
): Promise<LogState> {
  return (await readLog(store, publishers)).state;
}

/** Returns an app's versions in the log, the current one first and withdrawn ones in brackets. */
export async function historyOf(
  store: ReleaseStore,
  app: string,
  publishers?: Publishers,
): Promise<string> {
  const { records } = await stateOf(store, publishers);
  const { current, earlier = [] } = records.get(app)?.record ?? {};
  return [current ?? [], earlier]
    .flat()
    .map(({ version, withdrawn }) => (withdrawn === undefined ? version : `(${version})`))
    .join(' ');
}
