import { type LogChange, readHistory } from '@kargo/release-log/log/log-history';
import type { LogState } from '@kargo/release-log/log/log-state';
import type { ReleaseFigures } from '@kargo/release-log/release-figures';
import type { Published } from '../releases/published.ts';
import type { Heard } from '../reports/reports.ts';

/** Number of changes on the board, and of entries that are read for them: some may count for nothing. */
const mostChanges = 10;
const entriesRead = 40;

/** Returns what makes the list of the last changes, the newest first. It reads the log when that has changed. */
export function changesReader({ store, env }: Heard) {
  let last = { hash: '', changes: [] as LogChange[] };
  return async ({ hash, generation }: LogState): Promise<readonly LogChange[]> => {
    if (hash === last.hash) return last.changes;
    const from = Math.max(0, generation - entriesRead);
    // While the store cannot be read, the last changes that were read stay.
    const history = await readHistory(store, env.PUBLISHERS, from).catch(() => undefined);
    if (history) last = { hash, changes: history.changes.slice(-mostChanges).reverse() };
    return last.changes;
  };
}

/** Returns what pages have told of each current release and canary. */
export async function readFigures(
  { state }: Published,
  { counts, metrics }: Heard,
): Promise<ReleaseFigures> {
  const { values } = await metrics.vitals.get();
  const percentiles = values.filter(({ labels }) => labels.quantile !== undefined);
  const records = [...state.records.values()].map(({ record }) => record);
  const releases = records.flatMap(({ app, current, next }) =>
    [current, next].flatMap((release) => (release ? { app, version: release.version } : [])),
  );
  return releases.map(({ app, version }) => {
    const isOwn = ({ labels }: (typeof values)[number]) =>
      labels.app === app && labels.version === version;
    const vitals = percentiles.filter(isOwn).map(({ labels, value }) => [labels.vital, value]);
    return { app, version, ...counts.of(app, version, 60), ...Object.fromEntries(vitals) };
  });
}
