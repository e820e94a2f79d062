import { readLog } from '@kargo/release-log/log/read-log';
import type { KeyedStore } from './keys.ts';

/** Returns the variable that keeps a gateway with an empty disk from accepting an earlier log. */
export async function floorsOf({ store, keys }: KeyedStore): Promise<string> {
  const { state } = await readLog(store, keys.publishers);
  const floors = [...state.records].map(
    ([app, { record, hash }]) => `${app}:${record.number}:${hash}`,
  );
  return `RELEASES_AT_LEAST=${floors}`;
}
