import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CliError } from '@kargo/commands/cli-error';

/**
 * Makes this process the only owner of a data folder until it ends or releases the folder.
 * Creates the folder if needed.
 *
 * @returns also whether the last owner was killed: its children may need a moment to end
 * @throws {CliError} when the folder cannot be written or has an owner
 */
export function claimDataFolder(folder: string) {
  const ownerFile = join(folder, 'owner.pid');
  try {
    mkdirSync(folder, { recursive: true });
    const lock = tryToLock(join(folder, 'owner.lock'));
    const owner = existsSync(ownerFile) ? readFileSync(ownerFile, 'utf8') : undefined;
    if (!lock) {
      throw new CliError(
        `The data folder ${folder} belongs to a running Kargo (process ${owner ?? 'unknown'}): ` +
          'stop that one, or set KARGO_DATA_DIR to another folder.',
      );
    }
    writeFileSync(ownerFile, String(process.pid));
    return {
      afterCrash: owner !== undefined,
      release() {
        rmSync(ownerFile, { force: true });
        held.delete(lock);
        lock.close();
      },
    };
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(
      `The data folder ${folder} cannot be written (${(error as Error).message}): set KARGO_DATA_DIR to a folder that can.`,
      { cause: error },
    );
  }
}

/** https://www.sqlite.org/rescode.html#busy */
const sqliteBusy = 5;

/** The locks of this process; garbage collection would release them. */
const held = new Set<DatabaseSync>();

/**
 * Locks a file, which it creates if needed; returns undefined if another process holds the lock.
 * Node has no file locks, so SQLite locks an empty database. The operating system releases the
 * lock when the process ends, even by kill -9.
 */
function tryToLock(file: string): DatabaseSync | undefined {
  // SQLite would wait forever on a pipe.
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new Error(`${file} is no file.`);
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    held.add(database);
    return database;
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined;
    throw error;
  }
}
