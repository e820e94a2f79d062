import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import webpack, { type Configuration, type Stats } from 'webpack';

/** Makes a folder that is removed after a test, or after all tests of a file. Not for hooks. */
export async function temporaryFolder(
  test: { after(action: () => Promise<void>): void },
  prefix = 'kargo-build-',
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  test.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a build, which must succeed. */
export async function build(options: Configuration): Promise<Stats> {
  const stats = await promisify<Configuration, Stats | undefined>(webpack)(options);
  assert.ok(stats);
  assert.deepEqual(stats.toJson({ all: false, errors: true }).errors, []);
  return stats;
}
