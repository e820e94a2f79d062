import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { newPublisherKey, publicPart } from '../rules/release-signature.ts';
import { FolderStore } from '../stores/folder-store.ts';
import { UnreadableError } from '../stores/release-store.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import {
  auth,
  marketing,
  owner,
  publishers,
  publishersOf,
  release,
  servedIn,
  TestLog,
} from '../testing/test-log.ts';
import { addRecord, nextRecord } from './add-record.ts';
import { recordPath } from './app-record.ts';
import { readHistory, recordsBackwards } from './log-history.ts';
import { LogReader, readLog } from './read-log.ts';

test('The newest record of each app counts; a removed app is not served', async () => {
  const log = new TestLog();
  assert.equal(await log.served(), '');
  await log.publish('marketing', '1', owner);
  await log.publish('auth', '1', auth);
  await log.publish('marketing', '2', marketing);
  await log.publish('auth', null, auth);
  assert.equal(await log.served(), 'marketing 2');
});

test('One of two publishers of the same record wins; publishers of two apps never conflict', async () => {
  const log = new TestLog();
  const state = await log.state();
  const first = await log.record('marketing', '1', marketing, state);
  const second = await log.record('marketing', '2', owner, state);
  assert.equal(await addRecord(log.store, first), true);
  assert.equal(await addRecord(log.store, second), false);
  assert.equal(await addRecord(log.store, await log.record('auth', '1', auth, state)), true);
  assert.equal(await log.served(), 'auth 1, marketing 1');
});

test('Whoever cannot find out whether a record was added is told to look, not to repeat', async () => {
  class Flickering extends MemoryStore {
    isAway = false;
    override async create(path: string, content: Buffer): Promise<boolean> {
      await super.create(path, content);
      this.isAway = true;
      // As an SDK that tries again says.
      return false;
    }
    override async read(path: string, maxBytes: number): Promise<Buffer> {
      if (this.isAway) throw new Error('The store is away.');
      return super.read(path, maxBytes);
    }
  }
  const store = new Flickering();
  const log = new TestLog(store);
  const record = await log.record('marketing', '1', marketing);
  await assert.rejects(addRecord(store, record), {
    message: `Look before you repeat this: ${recordPath('marketing', 1)} may be there. The store is away.`,
  });
  store.isAway = false;
  assert.equal(await log.served(), 'marketing 1');
});

test("Files of one app that a store refuses stop no other app's log, and no newer record is forgotten", async (context) => {
  let clock = 0;
  context.mock.method(performance, 'now', () => clock);
  const store = new Refusing();
  const log = new TestLog(store);
  for (const version of ['1', '2', '3']) await log.publish('auth', version, auth);
  await log.publish('marketing', '1', marketing);
  const running = new LogReader(store, publishers);
  const { state } = await running.read();
  const restarted = new LogReader(store, publishers, [], [...state.records.values()]);
  const served = async (reader = new LogReader(store, publishers)) => {
    clock += 6000;
    const { state, problems } = await reader.read();
    return [servedIn(state), ...problems];
  };

  store.refused = recordPath('auth', 4);
  await log.publish('marketing', '2', marketing);
  const problem = `log/auth cannot be read: ${store.refused}: 403`;
  for (const reader of [running, restarted])
    assert.deepEqual(await served(reader), ['auth 3, marketing 2', problem]);
  store.refused = recordPath('auth', 3);
  store.objects.set(recordPath('auth', 4), Buffer.from('garbage'));
  assert.equal((await served(running))[0], 'auth 3, marketing 2');
  assert.match(
    `${await served()}`,
    /^auth \?, marketing 2,.*,auth is withheld: log\/auth cannot be /,
  );
  store.refused = 'log/auth';
  assert.equal((await served(running))[0], 'auth 3, marketing 2');
  assert.equal((await served())[0], 'auth ?, marketing 2');
  store.refused = 'log/';
  for (const reader of [running, undefined]) await assert.rejects(served(reader), /^Error: log\//);
  store.refused = '-';
  for (const reader of [running, restarted, undefined])
    assert.equal((await served(reader))[0], 'auth 3, marketing 2');
});

test('A team that adds records without end does not keep a reader from the other apps', async (context) => {
  let clock = 0;
  context.mock.method(performance, 'now', () => clock);
  const log = new TestLog();
  await log.publish('marketing', '1', marketing);
  const running = new LogReader(log.store, publishers);
  await running.read();
  for (let version = 2; version <= 300; version += 1)
    await log.publish('marketing', `${version}`, marketing);
  await log.publish('auth', '1', auth);
  const { length } = log.store.asked;
  const { state } = await running.read();
  assert.match(servedIn(state), /^auth 1, /);
  assert.ok(log.store.asked.length - length < 100, `${log.store.asked.length - length} requests`);
  clock += 6000;
  assert.equal(servedIn((await running.read()).state), 'auth 1, marketing 300');
});

/** Refuses to read or list what begins with a path, as a bucket does without rights. */
class Refusing extends MemoryStore {
  refused = '-';

  override async read(path: string, maxBytes: number): Promise<Buffer> {
    if (path.startsWith(this.refused)) throw new Error(`${path}: 403`);
    return super.read(path, maxBytes);
  }

  override async names(folder: string): Promise<string[]> {
    if (folder.startsWith(this.refused)) throw new Error(`${folder}: 403`);
    return super.names(folder);
  }
}

test('Records of a revoked key do not count: the previous one does, until the app is signed again', async () => {
  const log = new TestLog();
  const next = await newPublisherKey('marketing-2', ['marketing']);
  await log.publish('marketing', '1', owner);
  await log.publish('marketing', '2', marketing);
  await log.publish('auth', '1', auth);
  const after = publishersOf(auth, owner, next);
  assert.equal(await log.served(after), 'auth 1, marketing 1');
  const signer = { key: next, by: 'marketing', publishers: after };
  const state = await log.state(after);
  await addRecord(
    log.store,
    await nextRecord(state, 'marketing', { current: release('3') }, signer),
  );
  for (const trusted of [after, { ...publishers, keys: [...publishers.keys, publicPart(next)] }])
    assert.equal(await log.served(trusted), 'auth 1, marketing 3');
});

test('A permanently lost record can be skipped, and the log continues', async () => {
  const log = new TestLog();
  for (const version of ['1', '2']) await log.publish('auth', version, auth);
  const running = new LogReader(log.store, publishers);
  await log.publish('marketing', '1', marketing);
  await running.read();
  await log.store.remove(recordPath('auth', 2));
  const state = await log.state();
  assert.equal(servedIn(state), 'auth ?, marketing 1');
  assert.equal(state.withheld.get('auth')?.last?.record.current?.version, '1');
  const again = await log.record('auth', '3', auth, state);
  assert.deepEqual([again.record.number, again.record.previous?.number], [3, 2]);
  await addRecord(log.store, again);
  assert.equal(await log.served(), 'auth 3, marketing 1');
  assert.equal(servedIn((await running.read()).state), 'auth 3, marketing 1');
});

test('An app without any record left is withheld, even if a key may publish every app', async () => {
  const log = new TestLog();
  await log.publish('profile', '1', owner);
  await log.publish('marketing', '1', marketing);
  await log.store.remove(recordPath('profile', 1));
  assert.equal(await log.served(), 'marketing 1, profile ?');
});

test('Publishers of other apps keep a head that is missing', async () => {
  const log = new TestLog();
  await log.publish('auth', '1', auth);
  await log.publish('marketing', '1', marketing);
  await log.store.remove(recordPath('auth', 1));
  await log.publish('marketing', '2', marketing);
  assert.equal(await log.served(), 'auth ?, marketing 2');
});

test('They also keep the head of an app whose log is full of garbage, or cannot be read', async () => {
  for (const spoil of ['fill', 'refuse']) {
    const store = new Refusing();
    const log = new TestLog(store);
    await log.publish('auth', '1', auth);
    await log.publish('marketing', '1', marketing);
    const paths = Array.from({ length: 120 }, (_, index) => recordPath('auth', index + 1));
    if (spoil === 'refuse') store.refused = 'log/auth';
    else for (const path of paths) store.objects.set(path, Buffer.from('garbage'));
    assert.equal(await log.served(), 'auth ?, marketing 1');
    await log.publish('marketing', '2', marketing);
    store.refused = '-';
    for (const path of paths) store.objects.delete(path);
    assert.equal(await log.served(), 'auth ?, marketing 2', spoil);
  }
});

test('A folder with too many files is listed once in five seconds, and withholds its app where nothing was read', async (context) => {
  let clock = 0;
  context.mock.method(performance, 'now', () => clock);
  class FullStore extends MemoryStore {
    listed = 0;
    override async names(folder: string): Promise<string[]> {
      if (folder !== 'log/auth' || !this.objects.has('log/auth/planted'))
        return super.names(folder);
      this.listed += 1;
      throw new UnreadableError('log/auth has too many files.');
    }
  }
  const store = new FullStore();
  const log = new TestLog(store);
  await log.publish('auth', '1', auth);
  await log.publish('marketing', '1', marketing);
  const running = new LogReader(store, publishers);
  await running.read();
  store.objects.set('log/auth/planted', Buffer.from(''));
  clock += 6000;
  for (const [reader, served] of [
    [running, 'auth 1, marketing 1'],
    [new LogReader(store, publishers), 'auth ?, marketing 1'],
  ] as const) {
    store.listed = 0;
    const { state, problems } = await reader.read();
    assert.equal(servedIn(state), served);
    assert.match(`${problems}`, /log\/auth has too many files\./);
    for (const _ of [1, 2, 3]) await reader.read();
    assert.equal(store.listed, 1);
  }
});

test("The history follows the hashes, even of a revoked key's records, and says where one is missing", async () => {
  const log = new TestLog();
  for (const [version, key] of [
    ['1', owner],
    ['2', marketing],
    ['1', owner],
  ] as const)
    await log.publish('marketing', version, key);
  const state = await log.state(publishersOf(owner));
  const { changes, problems } = await readHistory(log.store, state);
  assert.deepEqual(
    changes.map(({ what, by, release }) => `${what} ${release?.version} by ${by}`),
    ['released 1 by owner', 'released 2 by marketing', 'went back 1 by owner'],
  );
  assert.deepEqual(problems, []);
  await log.store.remove(recordPath('marketing', 2));
  const broken = await readHistory(log.store, state);
  assert.equal(broken.changes.length, 1);
  assert.match(
    `${broken.problems}`,
    /marketing\/9999999997\.json is missing or not the one that record 3 follows/,
  );
});

test('A change is listed with the key that signed it, whatever the record claims', async () => {
  const log = new TestLog();
  const by: string[] = [];
  for (const said of ['auth', 'marketing, a run']) {
    const signer = { key: marketing, by: said, publishers };
    const change = { current: release(said) };
    await addRecord(log.store, await nextRecord(await log.state(), 'marketing', change, signer));
    by.push((await log.state()).records.get('marketing')?.record.by ?? '');
  }
  assert.deepEqual(by, ['marketing, auth', 'marketing, a run']);
});

test('Whatever the length of the log, a new reader requests one list and three objects of each app', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-long-log-'));
  context.after(() => rm(folder, { recursive: true }));
  for (const length of [10, 10_000]) {
    const objects = await longLog(length);
    const memory = new MemoryStore(objects);
    const { state, problems } = await readLog(memory, trusted);
    assert.deepEqual(problems, []);
    assert.equal(servedIn(state), apps.map((app) => `${app} ${length}`).join(', '));
    const lists = memory.asked.filter((path) => path === 'list').length;
    assert.deepEqual([lists, memory.asked.length - lists <= 12], [4, true], `${memory.asked}`);
    // Writing so many files takes long.
    if (!process.env.PROOF) continue;
    const store = new FolderStore(join(folder, `${length}`));
    for (const app of apps) await mkdir(join(store.name, 'log', app), { recursive: true });
    for (const [path, content] of objects) await writeFile(join(store.name, path), content);
    const began = performance.now();
    await readLog(store, trusted);
    context.diagnostic(
      `${length} records: ${Math.round(performance.now() - began)} ms in a folder`,
    );
  }
});

const apps = ['auth', 'marketing', 'profile', 'shell'];
const team = await newPublisherKey('team', apps);
const trusted = publishersOf(team);

/** Logs of four apps. Nobody looks before the last ten records. */
async function longLog(length: number): Promise<Map<string, Buffer>> {
  const log = new TestLog();
  const signer = { key: team, by: 'team', publishers: trusted };
  const first = Math.max(1, length - 9);
  for (let number = first; number <= length; number += 1)
    for (const app of apps) {
      const state = await log.state(trusted);
      const next = new Map([[app, { at: 0, ...state.next.get(app), number }]]);
      const change = { current: release(`${number}`) };
      await addRecord(log.store, await nextRecord({ ...state, next }, app, change, signer));
    }
  for (const app of apps)
    for (let number = 1; number < first; number += 1)
      log.store.objects.set(recordPath(app, number), Buffer.from('{}'));
  return log.store.objects;
}

test('The predecessors of a record are read in batches', async () => {
  const log = new TestLog();
  for (let version = 1; version <= 40; version += 1) await log.publish('auth', `${version}`, auth);
  const held = (await log.state()).records.get('auth');
  const versions: string[] = [];
  for await (const { current } of held ? recordsBackwards(log.store, held) : [])
    versions.push(current?.version ?? '');
  assert.deepEqual([versions.length, versions[0], versions.at(-1)], [40, '40', '1']);
});
