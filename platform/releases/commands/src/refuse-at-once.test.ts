import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { freezeApp } from '@kargo/delivery/change-record';
import { makeCurrent } from '@kargo/delivery/make-current';
import { publish } from '@kargo/delivery/publish';
import { storeBuild } from '@kargo/delivery/store-build';
import { keys } from '@kargo/delivery/testing/keys';
import { stateOf } from '@kargo/delivery/testing/state-of';
import { writeBuild } from '@kargo/delivery/testing/write-build';
import { endedPath } from '@kargo/release-log/log/ended-canary';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { refuseAtOnce } from './refuse-at-once.ts';

const folder = await mkdtemp(join(tmpdir(), 'kargo-at-once-'));
after(() => rm(folder, { recursive: true }));
const store = new FolderStore(join(folder, 'releases'));
const build = (version: string) => writeBuild(folder, { version });

test('A key that may not publish, a withdrawn release, an ended canary and a freeze are refused', async () => {
  for (const version of ['1.0.0', '2.0.0'])
    await publish({ from: [await build(version)], store, keys });
  const goBack = { versions: { marketing: '1.0.0' }, withdraw: 'throws' };
  await makeCurrent({ store, keys, ...goBack });
  await storeBuild(await build('3.0.0'), { store, keys });
  await makeCurrent({ store, keys, versions: { marketing: '3.0.0' }, percent: 5 });
  const { next } = (await stateOf(store)).records.get('marketing')?.record ?? {};
  assert.ok(next);
  const counts = { percent: 5, views: 90, failures: 7, currentViews: 900, currentFailures: 1 };
  const ended = { app: 'marketing', version: '3.0.0', at: next.at, ...counts };
  await store.write(endedPath('marketing', next), Buffer.from(JSON.stringify(ended)));

  const ask = async (version: string, given = {}, on = { store, keys }) =>
    refuseAtOnce(on, await stateOf(store), { marketing: version }, given);
  const unlisted = { store, keys: { ...keys, publishers: { log: 'log', keys: [] } } };
  await assert.rejects(ask('4.0.0', {}, unlisted), /^Error: The key owner is not among PUBLISHERS/);
  await assert.rejects(ask('2.0.0'), /^Error: marketing 2\.0\.0 was withdrawn \(throws\)/);
  await ask('2.0.0', { again: true });
  await assert.rejects(ask('3.0.0'), /^Error: The canary 3\.0\.0 of marketing was ended/);
  await ask('3.0.0', { isPreview: true });
  await ask('4.0.0');

  await freezeApp({ store, keys }, 'marketing', 'sale');
  await assert.rejects(ask('4.0.0'), /^Error: marketing is frozen since/);
  await ask('4.0.0', { isPreview: true });
  // Nothing of it may change.
  await ask('1.0.0');
});
