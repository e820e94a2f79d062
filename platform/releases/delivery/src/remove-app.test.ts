import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { servedApps } from '@kargo/release-log/log/served-releases';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { removeApp } from './change-record.ts';
import { publish } from './publish.ts';
import { keys } from './testing/keys.ts';
import { stateOf } from './testing/state-of.ts';
import { writeBuild } from './testing/write-build.ts';

test('A remote can be removed from the site once the shell has no route to it', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-remove-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const store = new FolderStore(join(folder, 'releases'));
  const publishShell = async (version: string, routes: string[]) =>
    publish({
      from: [await writeBuild(folder, { app: 'shell', version, routes })],
      store,
      keys,
    });
  await publishShell('1.0.0', ['marketing/Home']);
  await publish({ from: [await writeBuild(folder, { screens: { Home: [] } })], store, keys });
  const before = await stateOf(store);

  await assert.rejects(removeApp({ store, keys }, 'marketing'), {
    message:
      'shell 1.0.0 routes to marketing/Home: take its routes to marketing out and release the shell first.',
  });
  await assert.rejects(removeApp({ store, keys }, 'shell'), /no site without the shell/);
  await assert.rejects(removeApp({ store, keys }, 'auth'), /auth is not part of the site/);
  assert.deepEqual(await stateOf(store), before);

  await publishShell('1.1.0', []);
  await removeApp({ store, keys }, 'marketing');
  const state = await stateOf(store);
  assert.equal(state.records.get('marketing')?.record.number, 2);
  assert.deepEqual(servedApps(state), ['shell']);
});
