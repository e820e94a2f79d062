import { refuseEnded, refuseFrozen, refuseRollout } from '@kargo/delivery/change-record';
import { withdrawnProblem } from '@kargo/delivery/judge-releases';
import { type KeyedStore, keyFor } from '@kargo/delivery/keys';
import type { Change } from '@kargo/delivery/make-current';
import { RefusedError } from '@kargo/delivery/refused-error';
import type { LogState } from '@kargo/release-log/log/read-log';
import { currentVersion } from '@kargo/release-log/log/served-releases';

/** Checks what is known before building, copying or opening anything. The end checks it again. */
export async function refuseAtOnce(
  { store, keys }: KeyedStore,
  state: LogState,
  versions: Readonly<Record<string, string>>,
  { again, anyway, isPreview = false }: Pick<Change, 'again' | 'anyway'> & { isPreview?: boolean },
): Promise<void> {
  for (const [app, version] of Object.entries(versions)) {
    keyFor(app, keys);
    if (currentVersion(state, app) === version) continue;
    if (!isPreview) refuseFrozen(state, [app]);
    const withdrawn = again ? undefined : withdrawnProblem(state, { app, version });
    if (withdrawn) throw new RefusedError(withdrawn);
    if (isPreview) continue;
    await refuseEnded(store, state, app, version);
    if (!anyway) await refuseRollout(store, state, app, version);
  }
}
