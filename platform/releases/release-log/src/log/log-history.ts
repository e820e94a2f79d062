import { isDeepStrictEqual } from 'node:util';
import type { Publishers } from '../contract/release-signature.ts';
import type { ReadableStore } from '../stores/release-store.ts';
import type { AppRecord, RecordedRelease } from './log-entry.ts';
import { emptyState, type LogState } from './log-state.ts';
import { readOn, stateAt } from './read-log.ts';

export interface LogChange extends Pick<AppRecord, 'app' | 'current' | 'at' | 'by'> {
  /** Number of the entry that made it. */
  generation: number;
  /** The action in words, such as `canary 0.2.0 at 5 %`. */
  what: string;
  /** The release that was replaced, if it was withdrawn by this. */
  withdrawn: RecordedRelease | undefined;
}

/**
 * Reads the changes, the first one first, and one sentence for each part of the log that does not count.
 *
 * @param from the entry behind which to begin; by default the log is read from its first one
 */
export async function readHistory(store: ReadableStore, publishers: Publishers, from = 0) {
  const changes: LogChange[] = [];
  const begin = from > 0 ? await stateAt(store, publishers, from) : emptyState;
  const { problems } = await readOn(store, publishers, begin, (before, after) => {
    changes.push(...changesIn(before, after));
  });
  return { changes, problems };
}

/** Returns what the entries between two states have changed, one change for each app. */
export function changesIn(before: LogState, after: LogState): LogChange[] {
  return [...after.records].flatMap(([app, { record }]) => {
    const replaced = before.records.get(app)?.record;
    if (replaced?.sequence === record.sequence) return [];
    const { current, at, by } = record;
    const withdrawn = record.earlier.find(
      (it) => it.withdrawn !== undefined && it.version === replaced?.current?.version,
    );
    const what = changeOf(replaced, record);
    return [{ generation: after.generation, app, what, current, withdrawn, at, by }];
  });
}

function changeOf(before: AppRecord | undefined, { current, next, frozen, ...now }: AppRecord) {
  if (current?.version !== before?.current?.version) {
    if (!current) return 'removed';
    if (current.version === before?.next?.version) return 'promoted';
    const isEarlier = before?.earlier.some(({ version }) => version === current.version);
    return isEarlier ? 'went back' : 'released';
  }
  if (next && (next.version !== before?.next?.version || next.percent !== before.next.percent))
    return `canary ${next.version} at ${next.percent} %`;
  if (before?.next && !next) return `canary ${before.next.version} ended`;
  if (frozen && !before?.frozen) return `frozen: ${frozen.reason}`;
  if (before?.frozen && !frozen) return 'unfrozen';
  if (!isDeepStrictEqual(now.endedPreviews, before?.endedPreviews)) return 'previews ended';
  return 'signed';
}
