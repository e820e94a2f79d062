import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { requireSharedVersions } from './require-shared-versions.ts';

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kargo-versions-'));
  const runtime = 'node_modules/@kargo/shared-runtime';
  await manifest(runtime, { version: '5.0.0', dependencies: { react: '19.3.1', jotai: '3.0.1' } });
  await manifest(`${runtime}/node_modules/react`, { version: '19.3.1' });
  await manifest('node_modules/react', { version: '18.3.1' });
  await manifest('node_modules/jotai', { version: '3.0.1' });
});

after(() => rm(folder, { recursive: true }));

test('A remote with the libraries of shared-runtime is built', async () => {
  await manifest('.', { name: 'remote-next', dependencies: { jotai: '^3.0.0', yup: '1.0.0' } });
  requireSharedVersions(folder);
});

test('A library in another version is named, with the version to ask for', async () => {
  await manifest('.', { name: 'remote-next', devDependencies: { react: '18.3.1' } });
  assert.throws(() => requireSharedVersions(folder), {
    message:
      'remote-next has react 18.3.1, and the site has 19.3.1, that of @kargo/shared-runtime: write 19.3.1 in package.json and install again.',
  });
});

async function manifest(path: string, content: object): Promise<void> {
  const file = join(folder, path, 'package.json');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(content));
}
