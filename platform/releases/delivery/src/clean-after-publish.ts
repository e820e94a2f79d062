import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import { cleanStore } from './clean.ts';
import type { Keys } from './keys.ts';
import { RefusedError } from './refused-error.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Removes old releases of the apps that were published, and prints what it has removed. The variables
 * `RELEASES_KEEP` and `RELEASES_KEEP_DAYS` say how many and how long they are kept.
 *
 * @throws {RefusedError} when one of the variables is not a number
 */
export async function cleanAfterPublish(
  store: ReleaseStore,
  keys: Keys,
  apps: readonly string[],
  { RELEASES_KEEP = '10', RELEASES_KEEP_DAYS = '30' }: NodeJS.ProcessEnv,
): Promise<void> {
  for (const [name, value] of Object.entries({ RELEASES_KEEP, RELEASES_KEEP_DAYS })) {
    if (!/^\d+$/.test(value)) throw new RefusedError(`${name} has to be a number, not "${value}".`);
  }
  const olderThanMs = Number(RELEASES_KEEP_DAYS) * dayMs;
  const removed = await cleanStore({ store, keys, apps, keep: Number(RELEASES_KEEP), olderThanMs });
  for (const release of removed) console.log(`Removed ${release}.`);
}
