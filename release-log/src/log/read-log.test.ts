import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { newPublisherKey, sign } from '@kargo/shared-types/releases/release-signature';
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
import { readOn } from './read-log.ts';
import { currentVersion } from './served-releases.ts';

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
    /The record of auth is not the last one/,
  ],
  [
    'a record that was signed but never added',
    async (log, state) => {
      const lost = await signed(log, 'auth', '9', auth);
      await log.publish('marketing', '2', marketing);
      await add(log, { auth: lost });
      assert.equal(currentVersion(state, 'auth'), '1');
    },
    /The record of auth was never added/,
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
      const jws = state.records.get('auth')?.jws ?? '';
      const payload = Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString();
      const next = payload.replace('"sequence":1', '"sequence":2');
      await add(log, { auth: await sign('kargo-release', next, auth) });
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

test('A new reader looks at the last hundred entries, and behind garbage further back', async () => {
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

/** A log with marketing 1 and auth 1. */
async function logOfTwo(): Promise<TestLog> {
  const log = new TestLog();
  await log.publish('marketing', '1', owner);
  await log.publish('auth', '1', auth);
  return log;
}

const signed = (log: TestLog, app: string, version: string, key: typeof auth) =>
  log.record(app, version, key);

/** Adds an entry that follows the last one, with these records and the others carried over. */
async function add(log: TestLog, records: Record<string, string>): Promise<void> {
  const { generation, hash, records: held } = await log.state();
  const carried = Object.fromEntries([...held].map(([app, { jws }]) => [app, jws]));
  const entry: LogEntry = {
    generation: generation + 1,
    previous: hash,
    nonce: 'test',
    records: { ...carried, ...records },
  };
  await log.store.write(entryPath(entry.generation), Buffer.from(JSON.stringify(entry)));
}
