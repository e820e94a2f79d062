import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { pipe } from '../testing/pipe.ts';
import { testStore } from '../testing/store-contract.ts';
import { FolderStore } from './folder-store.ts';
import { UnreadableError } from './release-store.ts';

const root = await mkdtemp(join(tmpdir(), 'kargo-folder-store-'));
after(() => rm(root, { recursive: true }));

const newFolder = () => mkdtemp(join(root, 'store-'));

testStore('folder', async () => new FolderStore(await newFolder()));

test('A socket and a link to itself are unreadable, which keeps no other app from being read', async (context) => {
  const folder = await newFolder();
  const server = createServer().listen(join(folder, 'socket'));
  context.after(() => server.close());
  await once(server, 'listening');
  await mkdir(join(folder, 'log'));
  await rename(join(folder, 'socket'), join(folder, 'log/1.json'));
  await symlink('2.json', join(folder, 'log/2.json'));
  for (const name of ['1.json', '2.json'])
    await assert.rejects(new FolderStore(folder).read(`log/${name}`, 100), UnreadableError);
});

test('Pipes, links and names that are not plain paths are neither read nor listed', async (context) => {
  const folder = await newFolder();
  const store = new FolderStore(folder);
  const inRelease = (name: string) => join(folder, 'marketing/1.0.0', name);
  await mkdir(inRelease(''), { recursive: true });
  await writeFile(join(root, 'secret'), 'secret');
  await symlink(join(root, 'secret'), inRelease('link'));
  await pipe(context, inRelease('pipe'));
  for (const name of ['a\\b', 'a\n', 'a.js']) await writeFile(inRelease(name), '');
  await assert.rejects(store.read('marketing/1.0.0/link', 100), /is reached by a link/);
  await assert.rejects(store.read('marketing/1.0.0/pipe', 100), /is not a file/);
  assert.deepEqual(
    (await store.list('marketing')).map(({ path }) => path),
    ['marketing/1.0.0/a.js'],
  );
});

test("Through a link in place of a release's folder nothing is written, listed or removed", async () => {
  const folder = await newFolder();
  const elsewhere = await newFolder();
  await writeFile(join(elsewhere, 'a.js'), 'theirs');
  await mkdir(join(folder, 'marketing'));
  await symlink(elsewhere, join(folder, 'marketing/1.0.0'));
  const store = new FolderStore(folder);
  const isRefused = { message: /is reached by a link\.$/ };
  for (const name of ['a.js', 'b.js', 'new/c.js']) {
    const path = `marketing/1.0.0/${name}`;
    await assert.rejects(store.write(path, Buffer.from('ours')), isRefused);
    await assert.rejects(store.create(path, Buffer.from('ours')), isRefused);
  }
  assert.deepEqual(await store.list('marketing/1.0.0/'), []);
  assert.deepEqual(await store.names('marketing/1.0.0'), []);
  await assert.rejects(store.remove('marketing/1.0.0/a.js'), isRefused);
  assert.deepEqual(await readdir(elsewhere), ['a.js']);
});

test('The folder of an app may be a link, such as a mounted volume', async () => {
  const folder = await newFolder();
  const volume = await newFolder();
  await symlink(volume, join(folder, 'marketing'));
  const store = new FolderStore(folder);
  await store.write('marketing/1.0.0/a.js', Buffer.from('content'));
  assert.equal(String(await store.read('marketing/1.0.0/a.js', 100)), 'content');
  assert.deepEqual(
    (await store.list('marketing')).map(({ path }) => path),
    ['marketing/1.0.0/a.js'],
  );
});

const rightsOf = async (path: string) => ((await stat(path)).mode & 0o7777).toString(8);

for (const [ofStore, ofFiles] of [
  [0o755, '644'],
  [0o2770, '660'],
  [0o700, '600'],
] as const)
  test(`A store with mode ${ofStore.toString(8)} gives its rights to files, whatever the umask`, async (context) => {
    const folder = await newFolder();
    await chmod(folder, ofStore);
    const before = process.umask(0o077);
    context.after(() => process.umask(before));
    const store = new FolderStore(folder);
    await store.write('marketing/1.0.0/a.js', Buffer.from('content'));
    await store.create('log/0000000001.json', Buffer.from('{}'));
    for (const made of ['marketing', 'marketing/1.0.0', 'log'])
      assert.equal(await rightsOf(join(folder, made)), ofStore.toString(8), made);
    for (const made of ['marketing/1.0.0/a.js', 'log/0000000001.json'])
      assert.equal(await rightsOf(join(folder, made)), ofFiles, made);
  });

const isRoot = process.getuid?.() === 0;
for (const [whose, owner, rights] of [
  ["a folder of root's", 0, 0o755],
  ["the reader's own folder", 65_534, 0o700],
] as const)
  test(`Another user reads what root publishes into ${whose}`, {
    skip: !isRoot,
  }, async (context) => {
    const folder = await newFolder();
    await chmod(root, 0o755);
    await chown(folder, owner, owner);
    await chmod(folder, rights);
    const before = process.umask(0o077);
    context.after(() => process.umask(before));
    await new FolderStore(folder).write('marketing/1.0.0/a.js', Buffer.from('content'));
    const nobody = { uid: 65_534, gid: 65_534 };
    const file = join(folder, 'marketing/1.0.0/a.js');
    assert.equal((await promisify(execFile)('cat', [file], nobody)).stdout, 'content');
  });

test('What one writer closes to others is unreadable, which keeps no other app from being read', async (context) => {
  const folder = await newFolder();
  await chmod(root, 0o755);
  await chmod(folder, 0o755);
  const store = new FolderStore(folder);
  for (const path of ['log/auth/1.json', 'log/marketing/1.json'])
    await store.write(path, Buffer.from('content'));
  await chmod(join(folder, 'log/auth/1.json'), 0);
  await chmod(join(folder, 'log/marketing'), 0);
  if (isRoot) process.seteuid?.(65_534);
  context.after(() => isRoot && process.seteuid?.(0));
  for (const path of ['log/auth/1.json', 'log/marketing/1.json'])
    await assert.rejects(store.read(path, 100), UnreadableError);
  assert.deepEqual(await store.names('log/marketing'), []);
  if (isRoot) process.seteuid?.(0);
  await chmod(join(folder, 'log/marketing'), 0o755);
});

test('A failed write leaves nothing behind, and no folder stays empty', async () => {
  const folder = await newFolder();
  const store = new FolderStore(folder);
  await store.write('marketing/1.0.0/a/b.js', Buffer.from('content'));
  await assert.rejects(store.write('marketing/1.0.0/a', Buffer.from('content')));
  assert.deepEqual(await readdir(join(folder, 'marketing/1.0.0')), ['a']);
  await store.remove('marketing/1.0.0/a/b.js');
  assert.deepEqual(await readdir(folder), []);
});

test('An error names the file in place of a folder, not the one to be written', async () => {
  const folder = await newFolder();
  await writeFile(join(folder, 'log'), '');
  const store = new FolderStore(folder);
  for (const method of ['create', 'write'] as const)
    await assert.rejects(store[method]('log/0000000001.json', Buffer.from('{}')), {
      path: join(folder, 'log'),
    });
});

test("A killed writer's files are not listed, and are removed after an hour", async () => {
  const folder = await newFolder();
  const store = new FolderStore(folder);
  await store.write('marketing/1.0.0/a.js', Buffer.from('content'));
  const [recent, old] = ['.writing-a.js.1', '.writing-b.js.2'].map((name) =>
    join(folder, 'marketing/1.0.0', name),
  ) as [string, string];
  for (const file of [recent, old]) await writeFile(file, 'cont');
  const overAnHourAgo = Date.now() / 1000 - 3601;
  await utimes(old, overAnHourAgo, overAnHourAgo);
  assert.equal((await store.list('marketing')).length, 1);
  await store.removeUnfinished('marketing');
  assert.deepEqual((await readdir(join(folder, 'marketing/1.0.0'))).sort(), [
    basename(recent),
    'a.js',
  ]);
});
