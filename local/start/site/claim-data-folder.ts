import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '@kargo/commands/cli-error';
import { tryToLock } from './file-lock.ts';

export interface Claim {
  /** Whether the last owner was killed; its child processes may need a moment to end. */
  afterCrash: boolean;
  /** Releases the folder. It is also released when the process ends. */
  release(): void;
}

/**
 * Makes this process the only owner of a data folder, which is created if needed.
 *
 * @throws {CliError} when the folder cannot be written or has an owner
 */
export function claimDataFolder(folder: string): Claim {
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
        lock.release();
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
