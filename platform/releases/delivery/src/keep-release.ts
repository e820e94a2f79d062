import type { RecordedRelease } from '@kargo/release-log/log/log-entry';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import { changeRecord } from './change-record.ts';
import type { Keys } from './keys.ts';
import { RefusedError } from './refused-error.ts';

/**
 * Marks a release that is or was current, so that it stays in the log's record and is never removed.
 *
 * @throws {RefusedError} when the record does not name it
 */
export async function keepRelease(
  store: ReleaseStore,
  app: string,
  version: string,
  keys: Keys,
): Promise<void> {
  const marked = (release: RecordedRelease) =>
    release.version === version ? { ...release, kept: true } : release;
  await changeRecord(store, app, keys, ({ current, next, earlier }) => {
    const names = [current, next, ...earlier].flatMap((release) => release?.version ?? []);
    if (!names.includes(version))
      throw new RefusedError(`The log names no ${app} ${version}; it has ${names.join(', ')}.`);
    return {
      current: current && marked(current),
      next: next && { ...next, ...marked(next) },
      earlier: earlier.map(marked),
    };
  });
}
