import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { newPublisherKey, publicPart } from '@kargo/release-log/contract/release-signature';
import { appendEntry, recordAfter } from '@kargo/release-log/log/append-entry';
import { currentVersion } from '@kargo/release-log/log/served-releases';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { freezeApp } from './change-record.ts';
import type { Keys } from './keys.ts';
import { makeCurrent } from './make-current.ts';
import { makeCurrentTogether } from './make-current-together.ts';
import { publish } from './publish.ts';
import { storeBuild } from './store-build.ts';
import { stateOf } from './testing/state-of.ts';
import { writeBuild } from './testing/write-build.ts';

// Publishers that wait for each other, each with a key of its own. Version 2 of an app goes with version 2 of the
// others only.

const apps = ['shell', 'auth', 'marketing', 'profile'];
const secrets = await Promise.all(apps.map((app) => newPublisherKey(app, [app])));
const publishers = { log: 'together', keys: secrets.map(publicPart) };
const keysOf = (app: string): Keys => {
  const key = secrets.find(({ kid }) => kid === app);
  if (!key) throw new Error(`There is no key of ${app}.`);
  return { key, publishers };
};

/** A store that remembers what was laid out for other publishers. */
class WatchedStore extends FolderStore {
  readonly laidOut: [app: string, jws: string][] = [];
  removed = 0;
  override async write(path: string, content: Buffer) {
    const [, app] = /^log\/waiting\/(\w+)\.jws$/.exec(path) ?? [];
    if (app) this.laidOut.push([app, String(content)]);
    return super.write(path, content);
  }
  override async remove(path: string) {
    this.removed += 1;
    return super.remove(path);
  }
}

let folder: string;
let store: WatchedStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kargo-together-'));
  store = new WatchedStore(join(folder, 'releases'));
  for (const app of apps) await publishVersion(app, 1);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('Publishers with separate keys make their apps current in one step', async () => {
  const { generation } = await stateOf(store, publishers);
  await Promise.all(apps.map((app) => publishVersion(app, 2, 60_000)));
  assert.equal(await served(), 'shell 2, auth 2, marketing 2, profile 2');
  assert.equal((await stateOf(store, publishers)).generation, generation + 1);
  assert.deepEqual(await store.list('log/waiting'), []);
});

test('Four publishers at once never make a frozen app current', async () => {
  await freezeApp({ store, keys: keysOf('profile') }, 'profile', 'an incident');
  const results = await Promise.allSettled(apps.map((app) => publishVersion(app, 2, 3000)));
  assert.equal(await served(), 'shell 1, auth 1, marketing 1, profile 1');
  assert.deepEqual(new Set(results.map(({ status }) => status)), new Set(['rejected']));
  assert.match(String(reasonOf(results[3])), /profile is frozen/);
  assert.ok(store.laidOut.every(([app]) => app !== 'profile'));
});

test('What no partner can help is not laid out', async () => {
  const refusedAtOnce = (app: string, reason: RegExp, change = {}) =>
    assert.rejects(
      makeCurrentTogether(
        { store, keys: keysOf(app), versions: { [app]: '2' }, ...change },
        60_000,
      ),
      reason,
    );
  const began = await stateOf(store, publishers);
  for (const app of apps) await storeVersion(app, 2);
  await freezeApp({ store, keys: keysOf('profile') }, 'profile', 'an incident');
  await refusedAtOnce('profile', /profile is frozen/);
  await storeVersion('marketing', 3, '^1');
  await makeCurrent({ store, keys: keysOf('marketing'), versions: { marketing: '3' } });
  await refusedAtOnce('marketing', /made marketing 3 current/, { began });
  await storeVersion('auth', 3, '^1');
  await makeCurrent({ store, keys: keysOf('auth'), versions: { auth: '3' } });
  await makeCurrent({
    store,
    keys: keysOf('auth'),
    versions: { auth: '1' },
    withdraw: 'throws',
  });
  await refusedAtOnce('auth', /auth 3 was withdrawn/, { versions: { auth: '3' } });
  assert.deepEqual(store.laidOut, []);
  // Where publishers may delete nothing in the log, who has laid out nothing needs no right to.
  assert.equal(store.removed, 0);
});

test('What a publisher has laid out is of no use once it has gone', async () => {
  // On a busy machine the time may be up before it has laid out anything.
  for (let ms = 600; store.laidOut.length === 0; ms *= 2)
    await assert.rejects(publishVersion('marketing', 2, ms), /marketing 2 needs react/);
  await expectUseless();
  // Nor is it completed by an honest publisher, when somebody puts it back.
  for (const [app, jws] of [...store.laidOut])
    await store.write(`log/waiting/${app}.jws`, Buffer.from(jws));
  await Promise.allSettled(['shell', 'auth', 'profile'].map((app) => publishVersion(app, 2, 1500)));
  assert.equal(await served(), 'shell 1, auth 1, marketing 1, profile 1');
});

test('What was signed for a set does not count without the whole set', async () => {
  await storeVersion('shell', 2);
  const publishing = ['auth', 'marketing', 'profile'].map((app) => publishVersion(app, 2, 60_000));
  // The shell has the records of all others, and goes before it adds the entry.
  class LeavingStore extends FolderStore {
    override async create(): Promise<boolean> {
      throw new Error('The shell has gone.');
    }
    override async write(path: string, content: Buffer) {
      if (isSigned(String(content))) return;
      return super.write(path, content);
    }
  }
  const leaving = new LeavingStore(store.name);
  const change = { store: leaving, keys: keysOf('shell'), versions: { shell: '2' } };
  await assert.rejects(makeCurrentTogether(change, 60_000), /The shell has gone/);
  const signed = store.laidOut.filter(([, jws]) => isSigned(jws)).map(([app]) => app);
  assert.deepEqual(new Set(signed), new Set(['auth', 'marketing', 'profile']));
  await expectUseless();
  await publishVersion('shell', 2, 60_000);
  await Promise.all(publishing);
  assert.equal(await served(), 'shell 2, auth 2, marketing 2, profile 2');
});

/** Whether a record that was laid out is more than an offer. */
const isSigned = (jws: string) =>
  String(Buffer.from(jws.split('.')[0] ?? '', 'base64url')).includes('kargo-record');

/** Adds each record that was laid out to the log, alone and with one by another key. */
async function expectUseless(): Promise<void> {
  const before = await served();
  const copy = new FolderStore(await mkdtemp(join(folder, 'copy-')));
  for (const { path } of await store.list('log'))
    if (!path.includes('waiting')) await copy.write(path, await store.read(path, 1e6));
  for (const [app, jws] of store.laidOut) {
    const other = app === 'auth' ? 'profile' : 'auth';
    for (const isAlone of [true, false]) {
      const state = await stateOf(copy, publishers);
      const { key } = keysOf(other);
      if (!key) throw new Error('There is no key.');
      const own = await recordAfter(state, other, {}, { key, by: other, publishers });
      await appendEntry(copy, state, { [app]: jws, ...(isAlone ? {} : { [other]: own }) });
      assert.equal(await served(copy), before);
      await copy.remove(`log/${String(state.generation + 1).padStart(10, '0')}.json`);
    }
  }
}

async function served(from = store as FolderStore): Promise<string> {
  const state = await stateOf(from, publishers);
  return apps.map((app) => `${app} ${currentVersion(state, app)}`).join(', ');
}

const reasonOf = (result: PromiseSettledResult<void> | undefined) =>
  result?.status === 'rejected' ? result.reason : undefined;

async function publishVersion(app: string, version: number, timeoutMs = 0): Promise<void> {
  const from = [await buildOf(app, version)];
  await publish({ from, store, keys: keysOf(app), timeoutMs });
}

async function storeVersion(app: string, version: number, react?: string): Promise<void> {
  await storeBuild(await buildOf(app, version, react), { store, keys: keysOf(app) });
}

const buildOf = (app: string, version: number, react = `^${version}`) =>
  writeBuild(folder, {
    app,
    version: `${version}`,
    ...(app === 'shell' ? { provides: { react: `${version}.0.0` } } : { needs: { react } }),
  });
