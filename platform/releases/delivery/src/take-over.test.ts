import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { newPublisherKey, publicPart } from '@kargo/release-log/contract/release-signature';
import { recordPath } from '@kargo/release-log/log/app-record';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import type { Keys } from './keys.ts';
import { makeCurrent } from './make-current.ts';
import { publish } from './publish.ts';
import { takeOver } from './take-over.ts';
import { keys } from './testing/keys.ts';
import { historyOf } from './testing/state-of.ts';
import { writeBuild } from './testing/write-build.ts';

const key = await newPublisherKey('marketing', ['marketing']);
const staging: Keys = { key, publishers: { log: 'staging', keys: [publicPart(key)] } };
/** The keys of a production site, which knows the key of marketing. */
const production: Keys = {
  ...keys,
  publishers: { ...keys.publishers, keys: [...keys.publishers.keys, publicPart(key)] },
};

let folder: string;
let from: FolderStore;
let to: FolderStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kargo-take-over-'));
  from = new FolderStore(join(folder, 'staging'));
  to = new FolderStore(join(folder, 'production'));
  await publish({ from: [await writeBuild(folder)], store: to, keys });
  const script = 'console.log("parcel");\n'.repeat(200);
  const build = await writeBuild(folder, { version: '2.0.0', content: { 'a/b.js': script } });
  await publish({ from: [build], store: from, keys: staging });
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const take = (trusted = production) => takeOver(from, 'marketing', { store: to, keys: trusted });

/** Returns all files of a release, by path. */
async function filesOf(store: FolderStore): Promise<Record<string, string>> {
  const place = join(store.name, 'marketing/2.0.0');
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  const paths = entries.filter((it) => it.isFile()).map((it) => join(it.parentPath, it.name));
  const files = paths
    .toSorted()
    .map(async (path) => [path.slice(place.length), await readFile(path, 'base64')]);
  return Object.fromEntries(await Promise.all(files));
}

test('On a full disk it is said how much room the whole release needs', async (context) => {
  const files = await from.list('marketing/2.0.0');
  const copied = files.filter(({ path }) => !/release\.js/.test(path));
  const bytes = copied.reduce((sum, { size }) => sum + size, 0);
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  context.mock.method(to, 'write', () => Promise.reject(full));
  const needed = `There is no room in ${to.name}: about ${Math.ceil(bytes / 1024)} kB are needed`;
  await assert.rejects(take(), ({ message }: Error) => message.startsWith(needed));
});

for (const planted of ['../../../../.npmrc', 'planted.js'])
  test(`What another store lists is not taken over, such as ${planted}`, async (context) => {
    const list = from.list.bind(from);
    const path = `marketing/2.0.0/${planted}`;
    context.mock.method(from, 'list', async (below: string) => [
      ...(await list(below)),
      { path, size: 7, at: 0 },
    ]);
    const read = from.read.bind(from);
    context.mock.method(from, 'read', async (file: string, maxBytes: number) =>
      file === path ? Buffer.from('planted') : read(file, maxBytes),
    );
    const written = context.mock.method(to, 'write');
    assert.equal(await take(), '2.0.0');
    assert.ok(!written.mock.calls.some(({ arguments: [file] }) => file === path));
  });

test('The newest record of the other store decides what is current, whatever else it has', async () => {
  const build = await writeBuild(folder, { version: '3.0.0' });
  await publish({ from: [build], store: from, keys: staging });
  await from.write(recordPath('marketing', 500), Buffer.from('garbage'));
  assert.equal(await take(), '3.0.0');
});

test("Another store's current release is taken over, byte for byte and with its signature", async () => {
  assert.equal(await take(), '2.0.0');
  assert.deepEqual(await filesOf(to), await filesOf(from));
  assert.ok(Object.keys(await filesOf(to)).includes('/a/b.js.br'));
  assert.equal(await historyOf(to, 'marketing'), '1.0.0', 'it is judged before it is current');
  await makeCurrent({ store: to, keys: production, versions: { marketing: '2.0.0' } });
  assert.equal(await historyOf(to, 'marketing'), '2.0.0 1.0.0');
  assert.equal(await take(), '2.0.0', 'a second time changes nothing');
});

test('It is refused when its key may not publish here', async () => {
  await assert.rejects(take(keys), {
    message: /signed by marketing, which is not among PUBLISHERS/,
  });
  assert.deepEqual(await readdir(join(to.name, 'marketing')), ['1.0.0']);
});

test('It is refused when a file was changed there', async () => {
  await writeFile(join(from.name, 'marketing/2.0.0/a/b.js'), 'changed');
  await assert.rejects(take(), { message: /b\.js is not what was published\.$/ });
  assert.deepEqual(await readdir(join(to.name, 'marketing')), ['1.0.0']);
});

test('It is refused when another release has its version here', async () => {
  const build = await writeBuild(folder, { version: '2.0.0' });
  await publish({ from: [build], store: to, keys });
  await assert.rejects(take(), { message: /^.*production has another marketing 2\.0\.0 than/ });
});

test('A store without a release of the app is named', async () => {
  await assert.rejects(takeOver(from, 'auth', { store: to, keys: production }), {
    message: `${from.name} has no current release of auth.`,
  });
});
