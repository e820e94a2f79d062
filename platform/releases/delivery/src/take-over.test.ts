import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { recordPath } from '@kargo/release-log/log/app-record';
import { newPublisherKey, publicPart } from '@kargo/release-log/rules/release-signature';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { MemoryStore } from '@kargo/release-log/testing/memory-store';
import type { Keys } from './keys.ts';
import { takeOver } from './take-over.ts';
import { keys } from './testing/keys.ts';
import { folder, newSite, TestSite } from './testing/test-site.ts';

const key = await newPublisherKey('marketing', ['marketing']);
const staging: Keys = { key, publishers: { log: 'staging', keys: [publicPart(key)] } };
/** The keys of a production site, which knows the key of marketing. */
const production: Keys = {
  ...keys,
  publishers: { ...keys.publishers, keys: [...keys.publishers.keys, publicPart(key)] },
};

let from = newSite();
let to = newSite();

beforeEach(async () => {
  from = new TestSite(new MemoryStore(), staging);
  to = newSite();
  await to.publish({});
  const script = 'console.log("parcel");\n'.repeat(200);
  await from.publish({ version: '2.0.0', content: { 'a/b.js': script } });
  to.keys = production;
});

const take = () => takeOver(from.store, 'marketing', to.on);

/** Returns the files of the release, by path. */
const filesIn = ({ store }: TestSite) =>
  [...store.objects].filter(([path]) => path.startsWith('marketing/2.0.0/')).sort();

test('On a full disk the error says how much room the whole release needs', async (context) => {
  const files = await from.store.list('marketing/2.0.0');
  const copied = files.filter(({ path }) => !/release\.js/.test(path));
  const bytes = copied.reduce((sum, { size }) => sum + size, 0);
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  const store = new FolderStore(folder);
  context.mock.method(store, 'write', () => Promise.reject(full));
  const needed = `There is no room in ${folder}: about ${Math.ceil(bytes / 1024)} kB are needed`;
  await assert.rejects(
    takeOver(from.store, 'marketing', { ...to.on, store }),
    ({ message }: Error) => message.startsWith(needed),
  );
});

for (const planted of ['../../../../.npmrc', 'planted.js'])
  test(`A file that no release names is not copied from another store: ${planted}`, async () => {
    const path = `marketing/2.0.0/${planted}`;
    await from.store.write(path, Buffer.from('planted'));
    assert.equal(await take(), '2.0.0');
    assert.ok(!to.store.objects.has(path));
  });

test('The newest record of the other store decides what is current, whatever else it has', async () => {
  await from.publish({ version: '3.0.0' });
  await from.store.write(recordPath('marketing', 500), Buffer.from('garbage'));
  assert.equal(await take(), '3.0.0');
});

test("Another store's current release is copied byte for byte, with its signature", async () => {
  assert.equal(await take(), '2.0.0');
  assert.deepEqual(filesIn(to), filesIn(from));
  assert.ok(to.store.objects.has('marketing/2.0.0/a/b.js.br'));
  assert.equal(await to.history(), '1.0.0', 'it is judged before it becomes current');
  await to.makeCurrent('2.0.0');
  assert.equal(await to.history(), '2.0.0 1.0.0');
  assert.equal(await take(), '2.0.0', 'a second time changes nothing');
});

test('It is refused if its key may not publish here, or a file has changed there', async () => {
  to.keys = keys;
  await assert.rejects(take(), { message: /signed by marketing, which is not among PUBLISHERS/ });
  to.keys = production;
  await from.store.write('marketing/2.0.0/a/b.js', Buffer.from('changed'));
  await assert.rejects(take(), { message: /b\.js is not what was published\.$/ });
  assert.deepEqual(filesIn(to), []);
});

test('It is refused if this store has another release of that version', async () => {
  await to.publish({ version: '2.0.0' });
  await assert.rejects(take(), { message: /^memory has another marketing 2\.0\.0 than memory/ });
});

test('The error names a store without a release of the app', async () => {
  await assert.rejects(takeOver(from.store, 'auth', to.on), {
    message: 'memory has no current release of auth.',
  });
});

test('A release that cannot be copied whole leaves nothing behind', async (context) => {
  const { store } = to;
  const write = store.write.bind(store);
  context.mock.method(store, 'write', async (path: string, content: Buffer) => {
    if (path.endsWith('release.jws')) throw new Error('The store is away.');
    return write(path, content);
  });
  await assert.rejects(take(), { message: 'The store is away.' });
  assert.deepEqual(await store.list('marketing/2.0.0'), []);
});
