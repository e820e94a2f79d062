import type { LogState } from 'release-log/log/log-state';
import { readLog } from 'release-log/log/read-log';
import type { ReleaseStore } from 'release-log/stores/release-store';
import { changeRecord } from './change-record.ts';
import type { Keys } from './keys.ts';
import { makeCurrent } from './make-current.ts';
import { RefusedError } from './refused-error.ts';

/**
 * Makes the canary of an app current.
 *
 * @returns its version
 * @throws {RefusedError} when the app has none, or it may not become current
 */
export async function promoteCanary(store: ReleaseStore, app: string, keys: Keys): Promise<string> {
  const { state } = await readLog(store, keys.publishers);
  const { version } = canaryIn(state, app);
  await makeCurrent({ store, keys, versions: { [app]: version }, began: state });
  return version;
}

/**
 * Ends the canary of an app: all visitors get what is current again.
 *
 * @returns its version
 * @throws {RefusedError} when the app has none
 */
export async function endCanary(store: ReleaseStore, app: string, keys: Keys): Promise<string> {
  let version = '';
  await changeRecord(store, app, keys, (_record, state) => {
    ({ version } = canaryIn(state, app));
    return { next: undefined };
  });
  return version;
}

function canaryIn({ records }: LogState, app: string) {
  const canary = records.get(app)?.record.next;
  if (canary) return canary;
  throw new RefusedError(`${app} has no canary: "pnpm release ${app} --percent 5" begins one.`);
}
