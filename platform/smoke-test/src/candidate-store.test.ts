import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { NotStoredError, type StoredObject } from '@kargo/release-log/stores/release-store';
import { testRelease } from '@kargo/release-log/testing/test-release';
import { candidateStore } from './candidate-store.ts';
import { readReleases } from './screens.ts';

const folder = await mkdtemp(join(tmpdir(), 'kargo-candidate-'));
after(() => rm(folder, { recursive: true }));

const hash = { sha384: '', size: 1 };
const release = testRelease({
  files: { 'a.js': { ...hash, variants: { '.br': hash } }, 'gone.js': hash },
});

/** Like a bucket, lists whatever somebody put there. */
class HostileStore extends FolderStore {
  readonly #objects = new Map(
    ['a.js', 'a.js.br', 'release.jws'].map((name) => [`marketing/1.0.0/${name}`, 'published']),
  );

  constructor(planted: string) {
    super(folder);
    this.#objects.set('marketing/1.0.0/release.json', JSON.stringify(release));
    this.#objects.set('pages/marketing/2.0.0/marketing-1.0.0.json', 'pages');
    this.#objects.set(planted, 'planted');
  }

  override async read(path: string): Promise<Buffer> {
    const content = this.#objects.get(path);
    if (content === undefined) throw new NotStoredError(path);
    return Buffer.from(content);
  }

  override async list(below: string): Promise<StoredObject[]> {
    const paths = [...this.#objects.keys()].filter((path) => path.startsWith(`${below}/`));
    return paths.map((path) => ({ path, size: 1, at: 0 }));
  }
}

for (const [where, planted] of Object.entries({
  'the folder of a release': 'marketing/1.0.0/../../../planted-release',
  'the folder of the pages': 'pages/2.0.0/../../../planted-page',
  'a release, with a plain name': 'marketing/1.0.0/planted-plain',
}))
  test(`The gate copies what a release names, and not what a bucket lists below ${where}`, async () => {
    const site = { shell: '2.0.0', marketing: '1.0.0' };
    const publishers = { log: 'log', keys: [] };
    await using copy = await candidateStore(new HostileStore(planted), site, publishers);
    const copied = await readdir(copy.folder, { recursive: true, withFileTypes: true });
    const names = copied.filter((it) => it.isFile()).map(({ name }) => name);
    assert.deepEqual(names.filter((name) => !/^\d+\.json$/.test(name)).sort(), [
      ...['a.js', 'a.js.br', 'marketing-1.0.0.json', 'release.json', 'release.jws'],
    ]);
    assert.ok(!existsSync(join(copy.folder, '..', basename(planted))));
  });

test('An app whose release no gateway can read is left out', async () => {
  const store = new HostileStore('auth/1.0.0/release.json');
  const site = { shell: '2.0.0', marketing: '1.0.0', auth: '1.0.0' };
  await using copy = await candidateStore(store, site, { log: 'log', keys: [] });
  assert.deepEqual((await readdir(copy.folder)).sort(), ['log', 'marketing', 'pages']);
  assert.deepEqual([...(await readReleases(store, site, [])).keys()], ['marketing']);
});

test('A store that fails leaves no copy behind', async (t) => {
  const { TMPDIR } = process.env;
  const temporary = await mkdtemp(join(folder, 'temporary-'));
  process.env.TMPDIR = temporary;
  t.after(() => Object.assign(process.env, { TMPDIR: TMPDIR ?? tmpdir() }));
  const store = new HostileStore('marketing/1.0.0/planted');
  const { read } = store;
  t.mock.method(store, 'read', async (path: string) => {
    if (path.endsWith('a.js.br')) throw new Error('connect ECONNREFUSED');
    return read.call(store, path);
  });
  const publishers = { log: 'log', keys: [] };
  const copying = candidateStore(store, { shell: '2.0.0', marketing: '1.0.0' }, publishers);
  await assert.rejects(copying, /ECONNREFUSED/);
  assert.deepEqual(await readdir(temporary), []);
});
