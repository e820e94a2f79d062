import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { cleanStore } from './clean.ts';
import { makeCurrent } from './make-current.ts';
import { publish } from './publish.ts';
import { keys } from './testing/keys.ts';
import { writeBuild } from './testing/write-build.ts';

const day = 24 * 60 * 60 * 1000;
const apps = ['shell', 'marketing'];

test('Old releases are removed unless they are current or may become a fallback', async (context) => {
  const { releases, store } = await newStore(context);
  const numbers = Array.from({ length: 14 }, (_, index) => index);
  for (const number of numbers) await publishAged(context, store, `1.${number}.0`, 100 - number);
  // A record lists ten earlier releases; the two withdrawn ones are not needed.
  const back = { versions: { marketing: '1.11.0' }, withdraw: 'throws' };
  await makeCurrent({ store, keys, versions: { marketing: '1.12.0' }, withdraw: 'throws' });
  await makeCurrent({ store, keys, ...back });

  assert.deepEqual(await clean(store, 20, 30), []);
  assert.deepEqual(await clean(store, 0, 200), []);
  const removed = await clean(store, 1, 30);
  const names = (versions: number[]) => versions.map((number) => `marketing 1.${number}.0`);
  assert.deepEqual(removed, names([2, 1, 0]));
  const left = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((number) => `1.${number}.0`);
  assert.deepEqual((await readdir(join(releases, 'marketing'))).sort(), left.sort());
});

test('What a record has named within the time stays', async (context) => {
  const { store } = await newStore(context);
  const build = (version: string) => writeBuild(join(store.name, '../builds'), { version });
  for (const version of ['1.0.0', '1.1.0'])
    await publish({ from: [await build(version)], store, keys });
  await makeCurrent({ store, keys, versions: { marketing: '1.0.0' }, withdraw: 'throws' });
  const old = new Date(Date.now() - 100 * day);
  await utimes(join(store.name, 'marketing/1.1.0/release.json'), old, old);
  assert.deepEqual(await clean(store, 0, 30), []);
  assert.deepEqual(await clean(store, 0, 0), ['marketing 1.1.0']);
});

test('The pages that its publisher rendered with a release are removed with it', async (context) => {
  const { releases, store } = await newStore(context);
  const shell = `exports.sharedModules = {};
    exports.prerender = async () => ({ html: '', css: '', styleIds: '' });`;
  for (const version of ['1.0.0', '2.0.0']) {
    const content = { 'node/prerender.cjs': shell };
    const from = [await writeBuild(releases, { app: 'shell', version, content })];
    const remote = { 'node/screens.cjs': 'exports.default = {};' };
    from.push(await writeBuild(releases, { version, content: remote }));
    await publish({ from, store, keys });
  }
  const rendered = (app: string) => readdir(join(releases, 'pages', app));
  assert.deepEqual((await rendered('shell')).sort(), ['1.0.0', '2.0.0']);
  const goBack = { store, keys, withdraw: 'throws', force: true };
  await makeCurrent({ ...goBack, versions: { shell: '1.0.0' } });
  await clean(store, 0, 0);
  assert.deepEqual(await rendered('shell'), ['1.0.0']);
  await makeCurrent({ ...goBack, versions: { marketing: '1.0.0' } });
  await clean(store, 0, 0);
  const left = await rendered('marketing/1.0.0');
  assert.deepEqual(left.sort(), ['marketing-1.0.0.json', 'marketing-1.0.0.jws']);
  await assert.rejects(rendered('marketing/2.0.0'), { code: 'ENOENT' });
});

const clean = (store: FolderStore, keep: number, days: number) =>
  cleanStore({ store, keys }, apps, { RELEASES_KEEP: `${keep}`, RELEASES_KEEP_DAYS: `${days}` });

async function newStore(context: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-clean-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const releases = join(folder, 'releases');
  return { releases, store: new FolderStore(releases) };
}

async function publishAged(
  { mock }: TestContext,
  store: FolderStore,
  version: string,
  days: number,
): Promise<void> {
  const releases = store.name;
  const at = new Date(Date.now() - days * day);
  mock.timers.enable({ apis: ['Date'], now: at });
  await publish({
    from: [await writeBuild(join(releases, '../builds'), { version })],
    store,
    keys,
  });
  mock.timers.reset();
  await utimes(join(releases, 'marketing', version, 'release.json'), at, at);
}
