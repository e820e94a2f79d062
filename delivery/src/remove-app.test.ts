import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { publish } from './publish.ts';
import { readReleaseMap } from './release-map.ts';
import { removeApp } from './remove-app.ts';
import { keys } from './testing/keys.ts';
import { writeBuild } from './testing/write-build.ts';

test('A remote can be removed from the map once the shell has no route to it', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-remove-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const releases = join(folder, 'releases');
  const publishShell = async (version: string, routes: string[]) =>
    publish({
      from: [await writeBuild(folder, { app: 'shell', version, routes })],
      releases,
      keys,
    });
  await publishShell('1.0.0', ['marketing/Home']);
  await publish({ from: [await writeBuild(folder, { screens: { Home: [] } })], releases, keys });
  const before = await readReleaseMap(releases);

  await assert.rejects(removeApp(releases, 'marketing'), {
    message:
      'shell 1.0.0 routes to marketing/Home: take its routes to marketing out and release the shell first.',
  });
  await assert.rejects(removeApp(releases, 'shell'), /no site without the shell/);
  await assert.rejects(removeApp(releases, 'auth'), /auth is not in the release map/);
  assert.deepEqual(await readReleaseMap(releases), before);

  await publishShell('1.1.0', []);
  await removeApp(releases, 'marketing');
  const { generation, apps } = await readReleaseMap(releases);
  assert.equal(generation, before.generation + 2);
  assert.deepEqual(Object.keys(apps), ['shell']);
});
