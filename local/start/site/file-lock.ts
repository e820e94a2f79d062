import { lstatSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

export interface FileLock {
  /** Releases the lock. It is also released when the process ends. */
  release(): void;
}

/** https://www.sqlite.org/rescode.html#busy */
const sqliteBusy = 5;

/** References that keep locks from being garbage collected, which would release them. */
const held = new Set<DatabaseSync>();

/**
 * Locks a file, creating it if needed; returns undefined when another process holds the lock. Node
 * has no file locks, so this uses those of SQLite. The operating system releases them when the
 * process ends, so a kill -9 leaves no lock behind. The database stays empty.
 *
 * @throws when the file cannot be written, or is not a regular file
 */
export function tryToLock(file: string): FileLock | undefined {
  // SQLite would wait forever on a pipe.
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
