import { execFileSync } from 'node:child_process';
import { closeSync, constants, linkSync, openSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** Replaces a file with a pipe. Readers that wait for it continue when the test ends. */
export async function pipe(context: TestContext, file: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-pipe-'));
  // The pipe has a second name, since a test may remove the folder of the first.
  const name = join(folder, 'pipe');
  execFileSync('mkfifo', [name]);
  await rm(file, { recursive: true, force: true });
  linkSync(name, file);
  context.after(() => {
    // Synchronous, because all of libuv's threads may be waiting for the pipe.
    for (let reader = 0; reader < 16; reader += 1)
      closeSync(openSync(name, constants.O_RDWR | constants.O_NONBLOCK));
    rmSync(folder, { recursive: true });
  });
}
