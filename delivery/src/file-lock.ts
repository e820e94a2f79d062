import { lstatSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

export interface FileLock {
  /** Releases the lock; the end of the process does so too. */
  release(): void;
}

/** https://www.sqlite.org/rescode.html#busy */
const sqliteBusy = 5;

/** References that keep locks from being garbage collected, which would release them. */
const held = new Set<DatabaseSync>();

/**
 * Locks a file, creating it if needed; undefined when another process holds the lock. Node has no
 * file locks, so this uses SQLite's, which the operating system releases when the process ends: no
 * lock is left behind by a kill -9. The database stays empty.
 *
 * @throws when the file cannot be written, or is something else than a file
 */
export function tryToLock(file: string): FileLock | undefined {
  // For a pipe SQLite would wait for ever.
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new Error(`${file} is no file.`);
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  held.add(database);
  return {
    release() {
      held.delete(database);
      database.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}
