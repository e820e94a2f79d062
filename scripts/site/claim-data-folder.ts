import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Complaint } from './complaint.ts';

export interface Claim {
  /** Whether the last owner was killed; its child processes may need a moment to go. */
  afterCrash: boolean;
  /** Gives the folder free; the end of the process does so too. */
  release(): void;
}

/** https://www.sqlite.org/rescode.html */
const sqliteBusy = 5;

/** Keeps locks from being collected, which would release them. */
const held = new Set<DatabaseSync>();

/**
 * Makes this process the only owner of a data folder, which is made when missing.
 *
 * Node has no file locks of its own; SQLite's are the operating system's. The system releases them
 * when the process ends in whatever way, so a lock never has to be guessed stale after a kill -9.
 * The database stays empty.
 *
 * @throws {Complaint} when the folder cannot be written or has an owner
 */
export function claimDataFolder(folder: string): Claim {
  const ownerFile = join(folder, 'owner.pid');
  const lock = openLock(folder);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    if (!isBusy(error)) throw notWritable(folder, error);
    throw new Complaint(
      `The data folder ${folder} belongs to a running Kargo (process ${read(ownerFile) ?? 'unknown'}): ` +
        'stop that one, or set KARGO_DATA_DIR to another folder.',
    );
  }
  const afterCrash = read(ownerFile) !== null;
  try {
    writeFileSync(ownerFile, String(process.pid));
  } catch (error) {
    throw notWritable(folder, error);
  }
  held.add(lock);
  return {
    afterCrash,
    release() {
      rmSync(ownerFile, { force: true });
      held.delete(lock);
      lock.close();
    },
  };
}

function openLock(folder: string): DatabaseSync {
  try {
    mkdirSync(folder, { recursive: true });
    return new DatabaseSync(join(folder, 'owner.lock'), { timeout: 0 });
  } catch (error) {
    throw notWritable(folder, error);
  }
}

function notWritable(folder: string, cause: unknown): Complaint {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Complaint(
    `The data folder ${folder} cannot be written (${reason}): set KARGO_DATA_DIR to a folder that can.`,
    { cause },
  );
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}
