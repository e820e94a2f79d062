import { isDeepStrictEqual } from 'node:util';
import {
  type AppRecord,
  entryPath,
  largestEntry,
  type RecordedRelease,
} from '@kargo/release-log/log/log-entry';
import { emptyState, withEntry } from '@kargo/release-log/log/log-state';
import {
  NotStoredError,
  type ReleaseStore,
  UnreadableError,
} from '@kargo/release-log/stores/release-store';
import type { Publishers } from '@kargo/shared-types/releases/release-signature';

/** A change of one app, as an entry of the log made it. */
export interface LogChange {
  /** Number of the entry. */
  generation: number;
  app: string;
  /** The action in words, such as `canary 0.2.0 at 5 %`. */
  what: string;
  /** Null if the app was removed from the site. */
  current: RecordedRelease | null;
  /** The release that was replaced, if it was withdrawn by this. */
  withdrawn: RecordedRelease | undefined;
  /** As ISO 8601. */
  at: string;
  by: string;
}

/**
 * Reads all changes of what is served, the first one first.
 *
 * @returns the changes, and one sentence for each part of the log that does not count
 */
export async function readHistory(
  store: ReleaseStore,
  publishers: Publishers,
): Promise<{ changes: LogChange[]; problems: string[] }> {
  const changes: LogChange[] = [];
  const problems: string[] = [];
  const readEntry = (generation: number) => store.read(entryPath(generation), largestEntry);
  for (let state = emptyState; ; ) {
    const content = await readEntry(state.generation + 1).catch((error) => {
      if (error instanceof UnreadableError) return Buffer.alloc(0);
      if (!(error instanceof NotStoredError)) throw error;
    });
    if (!content) return { changes, problems };
    const next = await withEntry(state, content, { publishers, readEntry, isFresh: false });
    problems.push(...next.problems);
    for (const [app, { record }] of next.state.records) {
      const before = state.records.get(app)?.record;
      if (before?.sequence === record.sequence) continue;
      const { current, at, by } = record;
      const withdrawn = record.earlier.find(
        (it) => it.withdrawn !== undefined && it.version === before?.current?.version,
      );
      const what = changeOf(before, record);
      changes.push({ generation: next.state.generation, app, what, current, withdrawn, at, by });
    }
    state = next.state;
  }
}

/** Describes how a record differs from the one before it. */
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
