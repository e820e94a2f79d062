import { DatabaseSync } from 'node:sqlite';

export interface FileLock {
  /** Lets somebody else have it; the end of the process does so too. */
  release(): void;
}

/** https://www.sqlite.org/rescode.html#busy */
const sqliteBusy = 5;

/** Keeps locks from being collected, which would release them. */
const held = new Set<DatabaseSync>();

/**
 * Locks a file, which is made when missing; undefined when another process holds the lock.
 *
 * Node has no file locks of its own; SQLite's are the operating system's. The system releases them
 * when the process ends in whatever way, so a lock never has to be guessed stale after a kill -9.
 * The database stays empty.
 *
 * @throws when the file cannot be written
 */
export function tryToLock(file: string): FileLock | undefined {
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
