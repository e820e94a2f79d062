import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pipe } from '../testing/pipe.ts';
import { readStored } from './read-stored.ts';

const outside = await mkdtemp(join(tmpdir(), 'kargo-stored-'));
const folder = join(outside, 'folder');
test.after(() => rm(outside, { recursive: true }));
await mkdir(join(folder, 'inner'), { recursive: true });
await writeFile(join(outside, 'secret'), 'secret');
await writeFile(join(folder, 'inner/file'), 'content');
await writeFile(join(folder, 'empty'), '');

const read = (path: string, maxBytes = 100) => readStored(folder, path, maxBytes);

test('A file is read up to its limit', async () => {
  assert.equal(String(await read('inner/file')), 'content');
  assert.equal(String(await read('inner/file', 7)), 'content');
  assert.equal(String(await read('empty', 0)), '');
  await assert.rejects(read('inner/file', 6), /inner\/file has 7 bytes, and may have 6\./);
  await truncate(join(folder, 'empty'), 2 ** 40);
  await assert.rejects(read('empty'), /has 1099511627776 bytes, and may have 100\./);
});

test('A missing file has an error code', async () => {
  await assert.rejects(read('missing'), { code: 'ENOENT' });
});

test('A pipe, a device and a folder are no files', async (context) => {
  await pipe(context, join(folder, 'pipe'));
  for (const path of ['pipe', 'inner']) await assert.rejects(read(path), /is not a file\./);
  await assert.rejects(readStored('/dev', 'zero', 100), /is not a file\./);
});

test('No link is followed, and no path out of the folder', async () => {
  await symlink(join(outside, 'secret'), join(folder, 'link'));
  await symlink(outside, join(folder, 'up'));
  await symlink(join(folder, 'inner'), join(folder, 'aside'));
  for (const path of ['link', 'up/secret', 'aside/file']) {
    await assert.rejects(read(path), /is reached by a link\./);
  }
  for (const path of ['../secret', 'inner/../../secret', '..']) {
    await assert.rejects(read(path), /is not in/);
  }
});

test('The folder itself may be reached by a link', async () => {
  await symlink(folder, join(outside, 'store'));
  assert.equal(String(await readStored(join(outside, 'store'), 'inner/file', 100)), 'content');
});
