import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FileLock, tryToLock } from 'delivery/file-lock';
import { CliError } from './cli-error.ts';

export interface Claim {
  /** Whether the last owner was killed; its child processes may need a moment to go. */
  afterCrash: boolean;
  /** Gives the folder free; the end of the process does so too. */
  release(): void;
}

/**
 * Makes this process the only owner of a data folder, which is made when missing.
 *
 * @throws {CliError} when the folder cannot be written or has an owner
 */
export function claimDataFolder(folder: string): Claim {
  const ownerFile = join(folder, 'owner.pid');
  const lock = lockFolder(folder);
  if (!lock) {
    throw new CliError(
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
  return {
    afterCrash,
    release() {
      rmSync(ownerFile, { force: true });
      lock.release();
    },
  };
}

function lockFolder(folder: string): FileLock | undefined {
  try {
    mkdirSync(folder, { recursive: true });
    return tryToLock(join(folder, 'owner.lock'));
  } catch (error) {
    throw notWritable(folder, error);
  }
}

function notWritable(folder: string, cause: unknown): CliError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new CliError(
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
