import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { withReleaseMapLock } from './release-map-lock.ts';

let releases: string;

before(async () => {
  releases = await mkdtemp(join(tmpdir(), 'kargo-lock-'));
});

after(() => rm(releases, { recursive: true, force: true }));

test('One holder at a time', async () => {
  let holders = 0;
  const turns = Array.from({ length: 8 }, () =>
    withReleaseMapLock(releases, async () => {
      holders += 1;
      assert.equal(holders, 1);
      await wait(5);
      holders -= 1;
    }),
  );
  await Promise.all(turns);
});

test('A failing holder releases the lock', async () => {
  const failing = withReleaseMapLock(releases, () => Promise.reject(new Error('disk full')));
  await assert.rejects(failing, /disk full/);
  assert.equal(await withReleaseMapLock(releases, async () => 'mine'), 'mine');
});

test('Another process waits, and gets the lock at once when the holder is killed with -9', async () => {
  const holder = await holdInAnotherProcess();
  let taken = false;
  const taking = withReleaseMapLock(releases, async () => {
    taken = true;
  });
  await wait(200);
  assert.equal(taken, false);

  holder.kill('SIGKILL');
  const killed = Date.now();
  await taking;
  assert.ok(Date.now() - killed < 1000);
});

async function holdInAnotherProcess(): Promise<ChildProcess> {
  const lock = pathToFileURL(join(import.meta.dirname, 'release-map-lock.ts'));
  const script = `
    import { withReleaseMapLock } from ${JSON.stringify(lock.href)};
    await withReleaseMapLock(${JSON.stringify(releases)}, () => {
      console.log('holding');
      return new Promise((resolve) => setTimeout(resolve, 60_000));
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  await once(child.stdout, 'data');
  return child;
}
