import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openReleaseStore } from './open-release-store.ts';

test('A folder of an earlier version is refused with the sentence that says what to delete', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-earlier-'));
  context.after(() => rm(folder, { recursive: true }));
  assert.equal((await openReleaseStore(folder)).name, folder);
  await mkdir(join(folder, '.map'));
  await assert.rejects(openReleaseStore(folder), {
    message: `${folder} was made by an earlier version: delete it, and start again.`,
  });
});
