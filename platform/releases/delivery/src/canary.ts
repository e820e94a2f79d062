import type { LogState } from '@kargo/release-log/log/log-state';
import { readLog } from '@kargo/release-log/log/read-log';
import { changeRecord, refuseEnded } from './change-record.ts';
import type { JudgedReleases } from './judge-releases.ts';
import type { Store } from './keys.ts';
import { makeCurrent } from './make-current.ts';
import { RefusedError } from './refused-error.ts';

/**
 * Makes the canary of an app current. Its screens are opened unless they were, and no other release has become current
 * since. Throws a RefusedError when the app has none, or it may not become current.
 */
export async function promoteCanary(
  { store, keys, smokeTest }: Store & Pick<JudgedReleases, 'smokeTest'>,
  app: string,
): Promise<void> {
  const { state } = await readLog(store, keys.publishers);
  const { version } = canaryIn(state, app);
  await refuseEnded({ store }, state, app, version);
  await makeCurrent({ store, keys, smokeTest, versions: { [app]: version }, began: state });
}

/** Ends the canary of an app: all visitors get what is current again. Throws a RefusedError when the app has none. */
export async function endCanary(on: Store, app: string): Promise<void> {
  await changeRecord(on, app, (_record, state) => {
    canaryIn(state, app);
    return { next: undefined };
  });
}

/** Returns the canary of an app. Throws a RefusedError when it has none. */
export function canaryIn({ records }: LogState, app: string) {
  const canary = records.get(app)?.record.next;
  if (canary) return canary;
  throw new RefusedError(`${app} has no canary: "pnpm canary ${app} 5" begins one.`);
}
