import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makeCurrent } from '@kargo/delivery/make-current';
import { publish } from '@kargo/delivery/publish';
import { storeBuild } from '@kargo/delivery/store-build';
import { keys } from '@kargo/delivery/testing/keys';
import { historyOf } from '@kargo/delivery/testing/state-of';
import { writeBuild } from '@kargo/delivery/testing/write-build';
import { readLog } from '@kargo/release-log/log/read-log';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { goBack } from './go-back.ts';
import { printStatuses } from './open-release-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'kargo-go-back-'));
after(() => rm(folder, { recursive: true }));

class CountingStore extends FolderStore {
  readonly reads: string[] = [];

  override read(path: string, maxBytes: number): Promise<Buffer> {
    this.reads.push(path);
    return super.read(path, maxBytes);
  }
}

test('Going back reads nothing of other apps but release.json and its signature', async (context) => {
  const print = context.mock.method(console, 'log', () => {});
  const store = new CountingStore(join(folder, 'releases'));
  for (const app of ['auth', 'marketing'])
    for (const version of ['1.0.0', '1.1.0', '1.2.0'])
      await publish({ from: [await writeBuild(folder, { app, version })], store, keys });
  await storeBuild(await writeBuild(folder, { app: 'auth', version: '2.0.0' }), { store, keys });
  await makeCurrent({ store, keys, versions: { auth: '2.0.0' }, percent: 5 });
  store.reads.length = 0;

  const { state } = await readLog(store, keys.publishers);
  await goBack('marketing', { store, keys, state });
  await printStatuses({ store, keys }, ['marketing']);
  assert.match(
    String(print.mock.calls.at(-1)?.arguments[0]),
    /^marketing 1\.1\.0 is current; fallbacks: 1\.0\.0/,
  );
  const read = (app: string) => store.reads.filter((path) => path.startsWith(`${app}/`));
  assert.deepEqual(
    read('auth').filter((path) => !/\/release\.(json|jws)$/.test(path)),
    [],
  );
  assert.ok(read('marketing').includes('marketing/1.1.0/remoteEntry.js'));
});

test('A release from which there is no way back says why, and so does going back', async (context) => {
  const print = context.mock.method(console, 'log', () => {});
  const store = new FolderStore(join(folder, 'no-way-back'));
  const on = { store, keys };
  const release = async (version: string, screens: string[]) => {
    const exposed = Object.fromEntries(screens.map((name) => [name, []]));
    await publish({ from: [await writeBuild(folder, { version, screens: exposed })], ...on });
  };
  const releaseShell = async (version: string, routes: string[]) =>
    publish({ from: [await writeBuild(folder, { app: 'shell', version, routes })], ...on });
  const printed = async (apps: string[]) => {
    print.mock.resetCalls();
    await printStatuses(on, apps);
    return print.mock.calls.map(({ arguments: [line] }) => line);
  };
  const state = async () => (await readLog(store, keys.publishers)).state;

  await release('1.0.0', ['Home']);
  await releaseShell('1.0.0', ['marketing/Home']);
  assert.equal((await printed(['marketing'])).length, 1, 'the first release does not mention it');
  await assert.rejects(goBack('marketing', { ...on, state: await state() }), {
    message: 'marketing 1.0.0 has nothing to go back to: no other release was current before.',
  });
  await release('2.0.0', ['Home', 'New']);
  assert.equal((await printed(['marketing'])).length, 1);
  await releaseShell('2.0.0', ['marketing/Home', 'marketing/New']);
  const why =
    'shell 2.0.0 routes to marketing/New, which marketing 1.0.0 lacks: add the screen, or take the route out.';
  const sentence = `There is no way back from marketing 2.0.0: ${why}`;
  assert.ok((await printed(['shell'])).includes(sentence));
  assert.equal((await printed(['marketing'])).at(-1), sentence);
  await assert.rejects(goBack('marketing', { ...on, state: await state() }), {
    message: `marketing 2.0.0 has nothing to go back to: ${why}`,
  });
  await goBack('shell', { ...on, state: await state() });
  await assert.rejects(goBack('shell', { ...on, state: await state() }), {
    message: 'shell 1.0.0 has nothing to go back to: shell 2.0.0 was withdrawn (left for 1.0.0).',
  });
  await rm(join(store.name, 'marketing/1.0.0/remoteEntry.js'));
  await assert.rejects(goBack('marketing', { ...on, state: await state() }), {
    message: /^marketing 2\.0\.0 has nothing to go back to: .*remoteEntry\.js is missing\.$/,
  });
});

test('A release that somebody else has just made current is not withdrawn', async () => {
  const store = new FolderStore(join(folder, 'overtaken'));
  const release = async (version: string) =>
    publish({ from: [await writeBuild(folder, { version })], store, keys });
  for (const version of ['1.0.0', '1.1.0']) await release(version);
  const { state } = await readLog(store, keys.publishers);
  await release('1.2.0');
  for (const version of [undefined, '1.0.0'])
    await assert.rejects(
      goBack('marketing', { store, keys, state }, version),
      /^Error: owner made marketing 1\.2\.0 current at .* look at it, then repeat the command /,
    );
  assert.equal(await historyOf(store, 'marketing'), '1.2.0 1.1.0 1.0.0');
});

test('Without a version, it goes to the release that was current before, and names those it skips', async (context) => {
  const print = context.mock.method(console, 'log', () => {});
  const store = new FolderStore(join(folder, 'before'));
  for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0'])
    await publish({ from: [await writeBuild(folder, { version })], store, keys });
  const back = async () => {
    const { state } = await readLog(store, keys.publishers);
    await goBack('marketing', { store, keys, state });
    return historyOf(store, 'marketing');
  };
  const opened = { opened: ['marketing/Home'], problems: [], warnings: [] };
  await makeCurrent({
    store,
    keys,
    versions: { marketing: '1.0.0' },
    smokeTest: async () => opened,
  });
  await makeCurrent({ store, keys, versions: { marketing: '1.3.0' } });
  // Not to the one tested in a browser, but to the one before.
  await rm(join(store.name, 'marketing/1.0.0'), { recursive: true });
  assert.equal(await back(), '1.2.0 (1.3.0) 1.0.0 1.1.0');
  const lines = print.mock.calls.map(({ arguments: [line] }) => String(line));
  assert.match(`${lines[0]}`, /^Skipped: .*marketing\/1\.0\.0\/release\.json does not exist/);
  assert.equal(await back(), '1.1.0 (1.2.0) (1.3.0) 1.0.0');
  const skipped = print.mock.calls.map(({ arguments: [line] }) => String(line)).join('\n');
  assert.match(skipped, /Skipped: marketing 1\.3\.0 was withdrawn \(left for 1\.2\.0\)/);
  await assert.rejects(back(), /Error: marketing 1\.1\.0 has nothing to go back to: .*1\.2\.0/);
});
