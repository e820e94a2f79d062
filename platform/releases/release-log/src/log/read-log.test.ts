import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { newPublisherKey, sign } from '../contract/release-signature.ts';
import { FolderStore } from '../stores/folder-store.ts';
import {
  auth,
  marketing,
  owner,
  publishers,
  publishersOf,
  release,
  TestLog,
} from '../testing/test-log.ts';
import { appendEntry, recordAfter } from './append-entry.ts';
import { entryPath, hashOf, type LogEntry } from './log-entry.ts';
import type { LogState } from './log-state.ts';
import { readLog, readOn, strayFiles } from './read-log.ts';
import { currentVersion, withCurrent } from './served-releases.ts';

test('Nothing is served of an empty log', async () => {
  assert.equal(await new TestLog().served(), '');
});

test('Of each app the last record counts, whoever wrote the entry', async () => {
  const log = await logOfTwo();
  await log.publish('marketing', '2', marketing);
  await log.publish('auth', null, auth);
  assert.equal(await log.served(), 'marketing 2');
  assert.deepEqual(await log.problems(), []);
});

test('Of two writers of the same entry one wins, and nothing is lost', async () => {
  const log = await logOfTwo();
  const state = await log.state();
  const records = {
    marketing: await log.record('marketing', '2', marketing, state),
    auth: await log.record('auth', '2', auth, state),
  };
  assert.equal(await appendEntry(log.store, state, { marketing: records.marketing }), true);
  assert.equal(await appendEntry(log.store, state, { auth: records.auth }), false);
  assert.equal(await log.served(), 'auth 1, marketing 2');
});

test('A record of before is read, with a mark that nothing sets any more', async () => {
  const log = await logOfTwo();
  const state = await log.state();
  const marked = { ...release('2'), kept: true };
  const signer = { key: auth, by: 'test', publishers };
  const content = withCurrent(state.records.get('auth')?.record, marked);
  const records = { auth: await recordAfter(state, 'auth', content, signer) };
  assert.equal(await appendEntry(log.store, state, records), true);
  await log.publish('auth', '3', auth);
  assert.equal(await log.served(), 'auth 3, marketing 1');
  assert.deepEqual(await log.problems(), []);
});

const attacks: [
  what: string,
  write: (log: TestLog, state: LogState) => Promise<unknown>,
  problem: RegExp,
][] = [
  ['garbage', (log) => log.write('not an entry'), /is not JSON/],
  ['an empty file', (log) => log.write(''), /is not JSON/],
  [
    "another team's app with the own key",
    async (log) => add(log, { auth: await signed(log, 'auth', '9', marketing) }),
    /The record of auth is signed by marketing, which may not publish auth/,
  ],
  [
    'a record of a stranger under the name of a key',
    async (log) => {
      const stranger = await newPublisherKey('auth', ['*']);
      await add(log, { auth: await signed(log, 'auth', '9', stranger) });
    },
    /The record of auth is not what auth signed/,
  ],
  [
    'an earlier record of another team',
    async (log, { records }) => {
      const earlier = records.get('auth')?.jws ?? '';
      await log.publish('auth', '2', auth);
      await add(log, { auth: earlier, marketing: await signed(log, 'marketing', '9', marketing) });
    },
    /The record of auth, which names auth as its key, is not the last one that was added/,
  ],
  [
    'a record that was signed but never added',
    async (log, state) => {
      const lost = await signed(log, 'auth', '9', auth);
      await log.publish('marketing', '2', marketing);
      await add(log, { auth: lost });
      assert.equal(currentVersion(state, 'auth'), '1');
    },
    /The record of auth, which names auth as its key, is not the last one that was added/,
  ],
  [
    'a record of a stranger under the name of a key, as if it were an earlier one',
    async (log, state) => {
      const stranger = await newPublisherKey('auth', ['*']);
      const forged = await signed(log, 'auth', '9', stranger);
      await log.publish('marketing', '2', marketing);
      await add(log, { auth: forged });
      assert.equal(currentVersion(state, 'auth'), '1');
    },
    /The record of auth, which names auth as its key, is not the last one that was added/,
  ],
  [
    'a record of another log',
    async (log, state) => {
      const foreign = { ...publishers, log: 'staging' };
      const signer = { key: auth, by: 'auth', publishers: foreign };
      const content = { current: release('9'), earlier: [] };
      await add(log, { auth: await recordAfter(state, 'auth', content, signer) });
    },
    /The record of auth by auth is of another log/,
  ],
  [
    'a signature of another kind',
    async (log, state) => {
      const before = state.records.get('auth')?.record;
      const { generation, hash: previous } = state;
      const next = { ...before, sequence: 2, generation: generation + 1, previous };
      await add(log, { auth: await sign('kargo-release', JSON.stringify(next), auth) });
    },
    /The record of auth has a signature of another kind, by auth/,
  ],
  [
    'a fork of the chain',
    async (log, state) => {
      const fork = { ...state, hash: hashOf('another entry') };
      await appendEntry(log.store, fork, { auth: await log.record('auth', '9', auth, fork) });
    },
    /It does not follow the entry before it/,
  ],
  [
    'a copy of an earlier entry',
    async (log) => log.write(String(await log.store.read(entryPath(1), 1e6))),
    /0000000003\.json is a copy of entry 1/,
  ],
];

for (const [what, write, problem] of attacks) {
  test(`${what} changes nothing of the app, for a running reader and a new one, and the log goes on`, async () => {
    const log = await logOfTwo();
    const before = await log.state();
    await write(log, before);
    const running = await readOn(log.store, publishers, before);
    for (const reading of [running, { problems: await log.problems(), state: await log.state() }]) {
      assert.match(reading.problems.join('\n'), problem);
      assert.notEqual(currentVersion(reading.state, 'auth'), '9');
    }
    await log.publish('auth', '10', auth);
    const later = await readOn(log.store, publishers, running.state);
    assert.equal(currentVersion(later.state, 'auth'), '10');
    assert.equal(currentVersion(await log.state(), 'auth'), '10');
  });
}

test('Records that were changed together count together or not at all', async () => {
  const log = await logOfTwo();
  await add(log, {
    marketing: await signed(log, 'marketing', '2', marketing),
    auth: await signed(log, 'auth', '2', marketing),
  });
  assert.equal(await log.served(), 'auth 1, marketing 1');
});

test('A new reader looks at the last entries, and behind garbage further back', async () => {
  const log = await logOfTwo();
  let state = await log.state();
  for (let version = 2; version <= 104; version += 1) {
    const record = await log.record('marketing', `${version}`, owner, state);
    await appendEntry(log.store, state, { marketing: record });
    state = (await readOn(log.store, publishers, state)).state;
  }
  assert.equal(await log.served(), 'auth 1, marketing 104');
  for (let number = 1; number <= 150; number += 1)
    await writeFile(join(log.store.name, entryPath(state.generation + number)), 'garbage');
  assert.equal(await log.served(), 'auth 1, marketing 104');
  await log.publish('auth', '2');
  assert.equal(await log.served(), 'auth 2, marketing 104');
});

test('The record of a revoked key does not count: the one before it does, until it is signed anew', async () => {
  const log = await logOfTwo();
  const next = await newPublisherKey('marketing-2', ['marketing']);
  const before = publishersOf(marketing, auth, owner, next);
  await log.publish('marketing', '2', marketing);
  const after = publishersOf(auth, owner, next);
  assert.equal(await log.served(after), 'auth 1, marketing 1');
  const state = await log.state(after);
  const content = { current: release('2'), earlier: [] };
  const signer = { key: next, by: 'marketing', publishers: after };
  await appendEntry(log.store, state, {
    marketing: await recordAfter(state, 'marketing', content, signer),
  });
  // Readers that still trust the revoked key follow too.
  for (const trusted of [after, before])
    assert.equal(await log.served(trusted), 'auth 1, marketing 2');
});

test('Without the entries before it, the last one is read by itself', async () => {
  const log = await logOfTwo();
  await log.publish('marketing', '2');
  for (const number of [1, 2]) await log.store.remove(entryPath(number));
  assert.equal(await log.served(), 'auth 1, marketing 2');
});

/** What somebody puts into the log of `logOfTwo`, at a number behind its end, after marketing 2 and auth 2. */
const planted: [what: string, content: (log: TestLog, number: number) => Promise<string>][] = [
  ['garbage', async () => 'garbage'],
  [
    'records that were signed before',
    async (log, number) => JSON.stringify(entryOf(number, 'any', await earlierRecords(log))),
  ],
  [
    "an earlier record of another team beside the own key's new one",
    async (log, number) => {
      const before = { ...(await log.state()), generation: number - 1, hash: 'any' };
      const own = await log.record('marketing', '3', marketing, before);
      const records = { ...(await earlierRecords(log)), marketing: own };
      return JSON.stringify(entryOf(number, 'any', records));
    },
  ],
];

for (const [what, content] of planted) {
  test(`${what} behind a gap changes nothing, and the log goes on before the gap`, async () => {
    const log = await logOfFour();
    const running = await log.state();
    await log.store.write(entryPath(500), Buffer.from(await content(log, 500)));
    assert.equal(await log.served(), 'auth 2, marketing 2');
    const { state, problems } = await readOn(log.store, publishers, running);
    assert.deepEqual([state, problems], [running, []]);
    await log.publish('auth', '3', auth);
    assert.equal((await log.state()).generation, 5);
    const later = await readOn(log.store, publishers, running);
    assert.equal(currentVersion(later.state, 'auth'), '3');
    assert.match(
      await strayFiles(log.store, 5),
      /^log\/0000000500\.json will not be read: log\/0000000006\.json is missing/,
    );
  });
}

test('A log that nobody has begun does not begin with what somebody has put further back', async () => {
  const log = new TestLog();
  for (const number of [500, 9_999_999_999])
    await log.store.write(entryPath(number), Buffer.from('garbage'));
  await log.publish('marketing', '1', marketing);
  assert.equal((await log.state()).generation, 1);
  assert.equal(await log.served(), 'marketing 1');
});

test('The last numbers behind a gap are not built on, and other names are no entries', async () => {
  const log = await logOfTwo();
  const { generation } = await log.state();
  for (const name of ['9999999998', '9999999999', '10000000000', '500', '0000000000'])
    await log.store.write(`log/${name}.json`, Buffer.from('garbage'));
  await log.store.write('log/waiting/marketing.jws', Buffer.from('waits'));
  await log.store.write('log/condition', Buffer.from('1'));
  assert.equal(await log.served(), 'auth 1, marketing 1');
  await log.publish('auth', '2', auth);
  assert.equal((await log.state()).generation, generation + 1);
  assert.match(
    await strayFiles(log.store, generation + 1),
    /^log\/0000000000\.json and 4 more will not be read/,
  );
});

test('A log that has reached the last number says so, and nothing is written under a longer name', async () => {
  const log = await logOfTwo();
  const state = { ...(await log.state()), generation: 9_999_999_999 };
  await assert.rejects(
    appendEntry(log.store, state, { auth: await log.record('auth', '2', auth, state) }),
    /has reached the last number of its log/,
  );
  assert.deepEqual((await log.store.list('log')).length, 2);
});

test('Behind a row of garbage, old records and one key alone take no app back and none away', async () => {
  for (const isLeftOut of [false, true]) {
    const log = await logOfFour();
    const old = isLeftOut ? {} : await earlierRecords(log);
    let state = await log.state();
    const plant = async (records: Record<string, string>) => {
      const content = JSON.stringify(entryOf(state.generation + 1, state.hash, records));
      await log.store.write(entryPath(state.generation + 1), Buffer.from(content));
      state = { ...state, generation: state.generation + 1, hash: hashOf(content) };
    };
    for (let number = 0; number < 120; number += 1) await plant({});
    await plant(old);
    for (let version = 3; version <= 120; version += 1) {
      const own = await log.record('marketing', `${version}`, marketing, state);
      const record = { marketing: own };
      await plant({ ...old, ...record });
      const held = state.records.get('marketing')?.record;
      if (!held) throw new Error('There is no record of marketing.');
      const next = { ...held, sequence: held.sequence + 1 };
      state = {
        ...state,
        records: new Map(state.records).set('marketing', { jws: own, record: next }),
      };
    }
    assert.equal(await log.served(), 'auth 2, marketing 120');
  }
});

test('Each entry of a row of garbage is read once, many at once, and the row is one problem', async () => {
  class CountingStore extends FolderStore {
    readonly reads = new Map<string, number>();
    atOnce = 0;
    mostAtOnce = 0;
    override async read(path: string, maxBytes: number) {
      this.reads.set(path, (this.reads.get(path) ?? 0) + 1);
      this.atOnce += 1;
      this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
      return super.read(path, maxBytes).finally(() => {
        this.atOnce -= 1;
      });
    }
  }
  const log = await logOfFour();
  const before = await log.state();
  const forged = JSON.stringify({ ...entryOf(7, 'any', { auth: 'e30.e30.e30' }) });
  for (const garbage of ['x', 'x'.repeat(400)]) {
    for (let number = 5; number <= 1004; number += 1)
      await writeFile(join(log.store.name, entryPath(number)), number === 7 ? forged : garbage);
    for (const read of [readLog, (...on: Parameters<typeof readLog>) => readOn(...on, before)]) {
      const store = new CountingStore(log.store.name);
      const { state, problems } = await read(store, publishers);
      assert.equal(state.generation, 1004);
      assert.equal(currentVersion(state, 'auth'), '2');
      assert.equal(problems.length, 1);
      assert.match(
        `${problems[0]}`,
        /^log\/0000000005\.json.* Nor do the 999 entries behind it count, up to log\/0000001004\.json\.$/,
      );
      const times = [...store.reads].map(([path, times]) => (path <= entryPath(1004) ? times : 1));
      assert.deepEqual(new Set(times), new Set([1]));
      assert.ok(times.length <= 1004 + 64, `${times.length}`);
      assert.ok(store.mostAtOnce <= 64, `${store.mostAtOnce}`);
      if (garbage.length > 1) assert.ok(store.mostAtOnce > 8, `${store.mostAtOnce}`);
    }
  }
});

/** A log with marketing 1 and auth 1. */
async function logOfTwo(): Promise<TestLog> {
  const log = new TestLog();
  await log.publish('marketing', '1', owner);
  await log.publish('auth', '1', auth);
  return log;
}

/** The same log after marketing 2 and auth 2. */
async function logOfFour(): Promise<TestLog> {
  const log = await logOfTwo();
  await log.publish('marketing', '2', marketing);
  await log.publish('auth', '2', auth);
  return log;
}

/** The records in the second entry: marketing 1 and auth 1. */
async function earlierRecords(log: TestLog): Promise<Record<string, string>> {
  const entry: LogEntry = JSON.parse(String(await log.store.read(entryPath(2), 1e6)));
  return entry.records;
}

const entryOf = (
  generation: number,
  previous: string,
  records: Record<string, string>,
): LogEntry => ({ generation, previous, nonce: 'test', records });

const signed = (log: TestLog, app: string, version: string, key: typeof auth) =>
  log.record(app, version, key);

/** Adds an entry that follows the last one, with these records and the others carried over. */
async function add(log: TestLog, records: Record<string, string>): Promise<void> {
  const { generation, hash, records: held } = await log.state();
  const carried = Object.fromEntries([...held].map(([app, { jws }]) => [app, jws]));
  const entry = entryOf(generation + 1, hash, { ...carried, ...records });
  await log.store.write(entryPath(entry.generation), Buffer.from(JSON.stringify(entry)));
}
