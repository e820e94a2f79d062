import type { LogState } from '@kargo/release-log/log/log-state';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import { changeRecord } from './change-record.ts';
import { type Keys, signerOf } from './keys.ts';
import { RefusedError } from './refused-error.ts';

/** Freezes an app: until it is unfrozen, what is served of it can only go back. Refused if it is frozen already. */
export async function freezeApp(
  store: ReleaseStore,
  app: string,
  reason: string,
  keys: Keys,
): Promise<void> {
  if (!reason.trim()) throw new RefusedError('Say why it is frozen.');
  await changeRecord(store, app, keys, (_record, state) => {
    refuseFrozen(state, [app]);
    return { frozen: { reason, at: new Date().toISOString(), by: signerOf(keys) } };
  });
}

export async function unfreezeApp(store: ReleaseStore, app: string, keys: Keys): Promise<void> {
  await changeRecord(store, app, keys, ({ frozen }) => {
    if (!frozen) throw new RefusedError(`${app} is not frozen.`);
    return { frozen: undefined };
  });
}

/** Refuses to go on if one of the apps is frozen: says why, since when and by whom. */
export function refuseFrozen({ records }: Pick<LogState, 'records'>, apps: readonly string[]) {
  for (const app of apps) {
    const frozen = records.get(app)?.record.frozen;
    if (!frozen) continue;
    throw new RefusedError(
      `${app} is frozen since ${frozen.at} by ${frozen.by}: ${frozen.reason}. "pnpm unfreeze ${app}" ends that; "pnpm back ${app}" is possible meanwhile.`,
    );
  }
}
