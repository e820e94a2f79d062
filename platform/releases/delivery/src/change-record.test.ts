import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import type { Notice } from '@kargo/release-log/notify';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { endCanary } from './canary.ts';
import { freezeApp, unfreezeApp } from './change-record.ts';
import { makeCurrent } from './make-current.ts';
import { publish } from './publish.ts';
import { storeBuild } from './store-build.ts';
import { keys } from './testing/keys.ts';
import { historyOf } from './testing/state-of.ts';
import { writeBuild } from './testing/write-build.ts';

/** A store, and a server that is notified of its changes; undefined statuses are never answered. */
async function site(context: TestContext, status: number | undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-tell-'));
  const heard: Notice[] = [];
  const server = createServer(async (request, response) => {
    heard.push((await json(request)) as Notice);
    if (status) response.writeHead(status, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  process.env.KARGO_NOTIFY_URL = `http://127.0.0.1:${port}/secret-token`;
  context.after(async () => {
    delete process.env.KARGO_NOTIFY_URL;
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });
  const printed = context.mock.method(console, 'warn', () => {}).mock;
  const store = new FolderStore(join(folder, 'releases'));
  const add = async (version: string) =>
    storeBuild(await writeBuild(folder, { version }), { store, keys });
  const from = [await writeBuild(folder)];
  return { store, heard, printed, add, publish: () => publish({ from, store, keys }) };
}

test('Each change is announced in a sentence, with its author', async (context) => {
  const { store, heard, printed, add, publish } = await site(context, 204);
  await publish();
  await add('2.0.0');
  const on = { store, keys };
  const canary = (version: string, percent: number) =>
    makeCurrent({ ...on, versions: { marketing: version }, percent });
  await canary('2.0.0', 5);
  await endCanary(on, 'marketing');
  await canary('2.0.0', 5);
  await makeCurrent({ ...on, versions: { marketing: '2.0.0' } });
  await makeCurrent({ ...on, versions: { marketing: '1.0.0' }, withdraw: 'slow', force: true });
  await freezeApp(on, 'marketing', 'Black Friday\u202E');
  await unfreezeApp(on, 'marketing');
  assert.deepEqual(
    heard.map(({ what, version }) => `${what}, ${version}`),
    [
      'released, 1.0.0',
      'canary 2.0.0 at 5 %, 2.0.0',
      'canary 2.0.0 ended, 2.0.0',
      'canary 2.0.0 at 5 %, 2.0.0',
      'promoted, 2.0.0',
      'went back, 1.0.0',
      'frozen: Black Friday\uFFFD, 1.0.0',
      'unfrozen, 1.0.0',
    ],
  );
  const [{ text, app, by, at } = assert.fail()] = heard;
  assert.equal(text, `marketing: released; 1.0.0 is current. By ${by}.`);
  assert.equal(app, 'marketing');
  assert.ok(by && Date.parse(at));
  assert.equal(printed.callCount(), 0);
});

for (const [what, status, tries] of [
  ['fails', 500, 3],
  ['leads elsewhere', 302, 3],
  ['never answers', undefined, 1],
] as const) {
  test(`An address that ${what} keeps no release, and is not printed`, async (context) => {
    const { store, heard, printed, publish } = await site(context, status);
    await publish();
    assert.equal(await historyOf(store, 'marketing'), '1.0.0');
    assert.equal(heard.length, tries);
    assert.equal(printed.callCount(), 1);
    assert.doesNotMatch(String(printed.calls[0]?.arguments), /127|secret/);
  });
}
