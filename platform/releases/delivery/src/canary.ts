import type { LogState } from '@kargo/release-log/log/read-log';
import { changeRecord } from './change-record.ts';
import type { KeyedStore } from './keys.ts';
import { RefusedError } from './refused-error.ts';

/** Ends an app's canary for all visitors. Throws a RefusedError if it has none. */
export async function endCanary(on: KeyedStore, app: string): Promise<void> {
  await changeRecord(on, app, (_record, state) => {
    canaryIn(state, app);
    return { next: undefined };
  });
}

/** Returns an app's canary. Throws a RefusedError if it has none. */
export function canaryIn({ records }: LogState, app: string) {
  const canary = records.get(app)?.record.next;
  if (canary) return canary;
  throw new RefusedError(
    `${app} has no canary: "pnpm canary ${app} 5" turns its newest preview into one.`,
  );
}
