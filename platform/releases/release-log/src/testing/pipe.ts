import { execFileSync } from 'node:child_process';
import { closeSync, constants, linkSync, openSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** Puts a pipe in place of a file. Readers that wait for it continue when the test ends. */
export async function pipe(context: TestContext, file: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-pipe-'));
  // Linked under a second name, which still exists when the folder of the first has been removed.
  const name = join(folder, 'pipe');
  execFileSync('mkfifo', [name]);
  await rm(file, { recursive: true, force: true });
  linkSync(name, file);
  context.after(() => {
    // Opened synchronously, because all of libuv's threads may be waiting for the pipe.
    for (let reader = 0; reader < 16; reader += 1) {
      closeSync(openSync(name, constants.O_RDWR | constants.O_NONBLOCK));
    }
    rmSync(folder, { recursive: true });
  });
}
