import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { publishedVersions } from './read-release.ts';

test('Versions are listed with the last published first, without incomplete ones', async (t) => {
  const releases = await mkdtemp(join(tmpdir(), 'kargo-versions-'));
  t.after(() => rm(releases, { recursive: true, force: true }));
  const write = async (name: string, publishedAt: number) => {
    const file = join(releases, 'marketing', name, 'release.json');
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, '{}');
    await utimes(file, publishedAt, publishedAt);
  };
  await write('1.9.0', 200);
  await write('1.10.0', 300);
  await write('2.0.0', 100);
  await mkdir(join(releases, 'marketing/not-a-release'));

  const store = new FolderStore(releases);
  const versions = (await publishedVersions(store, 'marketing')).map(({ version }) => version);
  assert.deepEqual(versions, ['1.10.0', '1.9.0', '2.0.0']);
  assert.deepEqual(await publishedVersions(store, 'auth'), []);
});
