import { refuseEnded, refuseFrozen } from '@kargo/delivery/change-record';
import { withdrawnProblem } from '@kargo/delivery/judge-releases';
import { keyFor, type Store } from '@kargo/delivery/keys';
import { RefusedError } from '@kargo/delivery/refused-error';
import type { LogState } from '@kargo/release-log/log/log-state';
import { currentVersion } from '@kargo/release-log/log/served-releases';

/** Refuses before anything is built, copied or opened what is known then. It is asked again at the end, since it may change. */
export async function refuseAtOnce(
  { store, keys }: Store,
  state: LogState,
  versions: Readonly<Record<string, string>>,
  { again = false, isPreview = false }: { again?: boolean | undefined; isPreview?: boolean },
): Promise<void> {
  for (const [app, version] of Object.entries(versions)) {
    keyFor(app, keys);
    if (currentVersion(state, app) === version) continue;
    if (!isPreview) refuseFrozen(state, [app]);
    const withdrawn = again ? undefined : withdrawnProblem(state, { app, version });
    if (withdrawn) throw new RefusedError(withdrawn);
    if (!isPreview) await refuseEnded({ store }, state, app, version);
  }
}
