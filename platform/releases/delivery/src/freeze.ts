import type { LogState } from '@kargo/release-log/log/log-state';
import { changeRecord } from './change-record.ts';
import { type Store, signerOf } from './keys.ts';
import { RefusedError } from './refused-error.ts';

/** Freezes an app: until it is unfrozen, what is served of it can only go back. Refused if it is frozen already. */
export async function freezeApp(on: Store, app: string, reason: string): Promise<void> {
  if (!reason.trim()) throw new RefusedError('Say why it is frozen.');
  await changeRecord(on, app, (_record, state) => {
    refuseFrozen(state, [app]);
    return { frozen: { reason, at: new Date().toISOString(), by: signerOf(on.keys) } };
  });
}

export async function unfreezeApp(on: Store, app: string): Promise<void> {
  await changeRecord(on, app, ({ frozen }) => {
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
