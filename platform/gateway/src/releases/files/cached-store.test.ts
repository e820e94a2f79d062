import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CachedStore } from './cached-store.ts';

test('While the store is down, reads of copies wait for its timeout only once', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-cached-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const asked: string[] = [];
  let isAway = false;
  const answer = async <T>(path: string, found: T) => {
    asked.push(path);
    if (isAway) throw new Error('timeout');
    return found;
  };
  const store = new CachedStore(
    {
      now: () => Date.now(),
      read: (path) => answer(path, Buffer.from(path)),
      names: async () => [],
      list: (path) => answer(path, [{ path: `${path}/a.js`, size: 1, at: 1 }]),
    },
    folder,
    1e6,
  );
  const names = ['auth/1/release.json', 'auth/2/release.json', 'auth/3/release.json'];
  const readAll = async () => {
    for (const name of names) assert.equal(String(await store.read(name, 100)), name);
    assert.equal((await store.list('auth/1'))[0]?.path, 'auth/1/a.js');
  };
  await readAll();
  assert.equal(asked.length, 4);
  isAway = true;
  await readAll();
  assert.equal(asked.length, 5);
  await assert.rejects(store.read('auth/4/release.json', 100), /timeout/);
});
