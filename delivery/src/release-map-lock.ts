import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

const retryMilliseconds = 20;
const patienceMilliseconds = 10_000;
/** https://www.sqlite.org/rescode.html#busy */
const sqliteBusy = 5;

/**
 * Runs `action` while no other process does the same for this releases folder.
 *
 * Node has no file locks of its own; SQLite's are the operating system's. The system releases them
 * when the process ends in whatever way, so a lock never has to be guessed stale after a kill -9.
 * The database stays empty.
 *
 * @throws when another process holds the lock for 10 seconds
 */
export async function withReleaseMapLock<Result>(
  releases: string,
  action: () => Promise<Result>,
): Promise<Result> {
  const lock = new DatabaseSync(join(releases, '.release-map.lock'), { timeout: 0 });
  try {
    await acquire(lock, releases);
    return await action();
  } finally {
    lock.close();
  }
}

async function acquire(lock: DatabaseSync, releases: string): Promise<void> {
  const deadline = Date.now() + patienceMilliseconds;
  for (;;) {
    try {
      lock.exec('BEGIN EXCLUSIVE');
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (Date.now() > deadline) {
        throw new Error(
          `Another publish has been holding the release map of ${releases} for 10 s.`,
        );
      }
      await wait(retryMilliseconds);
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}
