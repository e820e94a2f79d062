import { appendEntry, type RecordChange, recordAfter } from '@kargo/release-log/log/append-entry';
import type { AppRecord } from '@kargo/release-log/log/log-entry';
import type { LogState } from '@kargo/release-log/log/log-state';
import { readLog, readOn } from '@kargo/release-log/log/read-log';
import { type Store, signerFor } from './keys.ts';
import { RefusedError } from './refused-error.ts';

/**
 * Adds an entry that changes the record of an app of the site. If another entry is added first, the change is made
 * again. Throws a RefusedError when the app is not part of the site, or the key may not publish it.
 */
export async function changeRecord(
  { store, keys }: Store,
  app: string,
  change: (record: AppRecord, state: LogState) => RecordChange | Promise<RecordChange>,
): Promise<void> {
  let { state } = await readLog(store, keys.publishers);
  for (;;) {
    const record = state.records.get(app)?.record;
    if (!record?.current) throw new RefusedError(`${app} is not part of the site.`);
    const content = await change(record, state);
    const next = await recordAfter(state, app, content, signerFor(app, keys));
    if (await appendEntry(store, state, { [app]: next })) return;
    ({ state } = await readOn(store, keys.publishers, state));
  }
}
