import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { releaseMapFile } from 'shared-types/releases/release-addresses';
import { type FileLock, tryToLock } from './file-lock.ts';

const retryMs = 20;
const timeoutMs = 10_000;

/**
 * Runs `action` while holding the lock of this releases folder.
 *
 * @throws when another process holds the lock for 10 seconds
 */
export async function withReleaseMapLock<Result>(
  releases: string,
  action: () => Promise<Result>,
): Promise<Result> {
  const lock = await acquire(releases);
  try {
    return await action();
  } finally {
    lock.release();
  }
}

async function acquire(releases: string): Promise<FileLock> {
  const deadline = Date.now() + timeoutMs;
  const folder = join(releases, dirname(releaseMapFile));
  await mkdir(folder, { recursive: true });
  for (;;) {
    const lock = tryToLock(join(folder, 'release-map.lock'));
    if (lock) return lock;
    if (Date.now() > deadline) {
      throw new Error(`Another publish has been holding the release map of ${releases} for 10 s.`);
    }
    await wait(retryMs);
  }
}
