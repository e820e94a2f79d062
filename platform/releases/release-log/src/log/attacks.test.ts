import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { decodeJwt } from 'jose';
import { newPublisherKey, type PublisherKey, sign } from '../rules/release-signature.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import {
  auth,
  marketing,
  publishers,
  publishersOf,
  release,
  servedIn,
  shell,
  signed,
  TestLog,
} from '../testing/test-log.ts';
import { addRecord, nextRecord } from './add-record.ts';
import { type AppRecord, type HeldRecord, largestRecord, recordPath } from './app-record.ts';
import { type Floor, LogReader } from './read-log.ts';

// Attacks on a site's log with write access to the bucket, a team's key or folder, a revoked key,
// or two of these. Each is tried on a running gateway, a restarted one with its kept records, and
// one with an empty disk, without and with RELEASES_AT_LEAST. `?` is a withheld app.

const keys: Record<string, PublisherKey> = { auth, marketing, shell };
const revoked = await newPublisherKey('auth-2025', ['auth']);
/** Before and after the key was revoked. */
const before = publishersOf(auth, marketing, shell, revoked);
const listed = publishersOf(auth, marketing, shell);

const site = new TestLog();
/** By app and version: the published records, in order. No other app has seen the last one. */
const published: Record<string, HeldRecord> = {};
/** The store before each of them. */
const moments: Record<string, MemoryStore> = {};
for (const name of ['shell 1', 'auth 1', 'marketing 1', 'auth 2', 'shell 2', 'marketing 2']) {
  const [app = '', version = ''] = name.split(' ');
  moments[name] = new MemoryStore(site.store.objects);
  published[name] = await site.publish(app, version, keyOf(app));
}
const all = 'auth 2, marketing 2, shell 2';
const lastNumber = 9_999_999_998;

/** Signed records that were never added, as far as their publisher knows. */
const lost = {
  /** With the number of `auth 2`. */
  second: await signedFor(2, published['auth 1']),
  /** With a number after invalid files. */
  ninth: await signedFor(9, published['auth 2']),
};

const later = new Date(Date.now() + 60_000).toISOString();

class Attacked extends TestLog {
  put(app: string, number: number, content: string | HeldRecord): void {
    const text = typeof content === 'string' ? content : content.content;
    this.store.objects.set(recordPath(app, number), Buffer.from(text));
  }

  remove(...names: string[]): void {
    for (const name of names) {
      const { record } = of(name);
      this.store.objects.delete(recordPath(record.app, record.number));
    }
  }

  /** Restores everything below a folder to its state before something was published. */
  restore(name: string, folders: readonly string[]): void {
    for (const path of [...this.store.objects.keys()])
      if (folders.some((folder) => path.startsWith(`log/${folder}/`)))
        this.store.objects.delete(path);
    for (const [path, content] of moments[name]?.objects ?? [])
      if (folders.some((folder) => path.startsWith(`log/${folder}/`)))
        this.store.objects.set(path, content);
  }

  /** Publishes the next record of marketing with its key and any content. */
  async own(given: Partial<AppRecord>): Promise<HeldRecord> {
    const { record } = await nextRecord(await this.state(), 'marketing', {}, signerOf(marketing));
    const content = { ...record, ...given, current: release('3') };
    const own = await signed(content, marketing);
    this.put('marketing', own.record.number, own);
    return own;
  }
}

/** The versions that readers serve after an attack; by default the same as before. */
interface Outcome {
  running?: string;
  fresh?: string;
  floored?: string;
  /** Whether nothing is logged, since nothing was refused. */
  isSilent?: boolean;
}

type Row = [what: string, attack: (log: Attacked) => unknown, outcome?: Outcome];

const withheld = (app: string): Outcome => {
  const served = all.replace(new RegExp(`${app} \\d`), `${app} ?`);
  return { fresh: served, floored: served };
};

/** Files with the number of a record of auth. */
const files: [
  what: string,
  number: number,
  content: string | HeldRecord | Promise<HeldRecord>,
  outcome?: Outcome,
][] = [
  ['garbage as the next record', 3, 'garbage'],
  ['an empty file as the next record', 3, ''],
  ['a file without a head', 3, '{"record":"{}"}'],
  ['a head that is no JWS', 3, '{"head":"e30","record":"{}"}'],
  ['an endless file', 3, ' '.repeat(largestRecord + 1)],
  ['garbage behind a gap', 500, 'garbage'],
  ['garbage with the last number', lastNumber, 'garbage'],
  ['an earlier record as the next one', 3, of('auth 1')],
  ['the newest record once more', 3, of('auth 2')],
  ["another app's record", 3, of('marketing 2')],
  ["another app's record in place of the newest", 2, of('shell 2'), withheld('auth')],
  ['an earlier text under the newest head', 3, mixed()],
  ['the same in its place', 2, mixed(), withheld('auth')],
  ['a changed text', 2, changed(), withheld('auth')],
  ['an earlier record in place of the newest', 2, of('auth 1'), withheld('auth')],
  ['garbage in place of the newest record', 2, 'garbage', withheld('auth')],
  ['a record never added, in place of the one that was', 2, lost.second, withheld('auth')],
  ['the same behind a gap', 7, signedFor(7, of('auth 1'))],
  ['a record of another log', 3, ofAnotherLog()],
  ['the record of a stranger under the name of a key', 3, byStranger()],
  ['a head of another kind', 3, ofAnotherKind()],
];

const bucket: Row[] = [
  ...files.map(
    ([what, number, content, outcome = {}]): Row => [
      what,
      async (log) => log.put('auth', number, await content),
      outcome,
    ],
  ),
  ['99 files of garbage', (log) => fill(log, 99)],
  ['150 files of garbage', (log) => fill(log, 150), withheld('auth')],
  ['more garbage than a list has', (log) => fill(log, 1100), withheld('auth')],
  [
    'names that are not names of records',
    (log) => {
      for (const name of ['0', '500.json', '00000000001.json', '9999999999.json', 'x/y'])
        log.store.objects.set(`log/auth/${name}`, Buffer.from(of('auth 1').content));
    },
  ],
  [
    'files outside of folders, and folders of apps that nobody may publish',
    (log) => {
      log.store.objects.set('log/0000000009.json', Buffer.from('{}'));
      for (const app of ['__proto__', 'constructor', '..', 'AUTH', 'other'])
        log.store.objects.set(recordPath(app, 1), Buffer.from(of('auth 1').content));
    },
    { isSilent: true },
  ],
  ['the newest record is removed', (log) => log.remove('auth 2'), withheld('auth')],
  ['the newest record of the shell is removed', (log) => log.remove('shell 2'), withheld('shell')],
  ['all of an app is removed', (log) => log.remove('auth 1', 'auth 2'), withheld('auth')],
  [
    'two apps are taken back, and the third one has their heads',
    (log) => log.restore('auth 2', ['auth', 'shell']),
    { fresh: 'auth ?, marketing 2, shell ?', floored: 'auth ?, marketing 2, shell ?' },
  ],
  [
    'the newest record that the others have seen is removed, and the one that nobody has seen',
    (log) => log.remove('shell 2', 'marketing 2'),
    // Only marketing 2 has seen shell 2. See docs/security.md.
    { fresh: 'auth 2, marketing 1, shell 1', floored: 'auth 2, marketing ?, shell ?' },
  ],
  ['earlier records are removed', (log) => log.remove('auth 1', 'shell 1'), { isSilent: true }],
  [
    'one that was never added, since its place was far behind garbage',
    async (log) => {
      await log.publish('auth', '3', auth);
      await log.publish('auth', '2', auth);
      log.put('auth', 9, lost.ninth);
    },
  ],
  [
    'one that was never added, in a gap that garbage had left',
    async (log) => {
      fill(log, 4);
      await log.publish('auth', '2', auth);
      log.put('auth', 3, await signedFor(3, of('auth 2'), -1000));
    },
  ],
  [
    'the record that others wait for is removed',
    async (log) => {
      await step(log);
      log.store.objects.delete(recordPath('shell', 3));
    },
    { running: 'auth ?, marketing 2, shell ?' },
  ],
  [
    'the newest record is removed that no other app has seen',
    (log) => log.remove('marketing 2'),
    // See docs/security.md.
    { fresh: 'auth 2, marketing 1, shell 2', floored: 'auth 2, marketing ?, shell 2' },
  ],
  [
    'an earlier moment of the whole site',
    (log) => log.restore('auth 2', ['auth', 'marketing', 'shell']),
    // See docs/security.md.
    { fresh: 'auth 1, marketing 1, shell 1', floored: 'auth ?, marketing ?, shell ?' },
  ],
];

const others = { running: 'auth 2, marketing 3, shell 2' };
const own: Outcome = { ...others, fresh: others.running, floored: others.running, isSilent: true };

const invented = { log: publishers.log, app: 'auth', number: 99, hash: 'any' };
const heads = {
  'an invented head of another app': {
    auth: await sign('kargo-record', JSON.stringify(invented), marketing),
  },
  "another app's head in the name of a third one": { auth: of('shell 2').head },
  'invalid heads': { auth: 'garbage', shell: '' },
  'earlier heads': { auth: of('auth 1').head },
  'no heads': {},
};

const cursorText = 'sale\u001B[2J';
/** Records that would move the cursor of a terminal that prints them. */
const cursorMoves: Record<string, Partial<AppRecord>> = {
  'the author': { by: `marketing, ${cursorText}` },
  'the reason of a freeze': { frozen: { reason: cursorText, at: later, by: 'marketing' } },
  'a version': { next: { ...release(cursorText), percent: 5 } },
  'the reason of a withdrawal': { earlier: [release('0', { withdrawn: cursorText })] },
};

const oneKey: Row[] = [
  [
    "a record of another team's app",
    async (log) =>
      log.put('auth', 3, await signed({ ...of('auth 2').record, number: 3 }, marketing)),
  ],
  ...Object.entries(heads).map(([what, heads]): Row => [what, (log) => log.own({ heads }), own]),
  ...Object.entries(cursorMoves).map(
    ([field, given]): Row => [`text that moves a cursor as ${field}`, (log) => log.own(given)],
  ),
  [
    'heads of very many apps',
    (log) =>
      log.own({
        heads: Object.fromEntries(Array.from({ length: 300 }, (_, it) => [`${it}`, 'x'])),
      }),
  ],
  [
    'a head that leaves no room in the records of other apps',
    async (log) => {
      const current = release('9');
      const next = { ...of('marketing 2').record, number: 3, at: later, current };
      const { head, content } = await signed(next, marketing);
      const payload = JSON.stringify({ ...decodeJwt(head), more: 'x'.repeat(2000) });
      const long = await sign('kargo-record', payload, marketing);
      log.put('marketing', 3, JSON.stringify({ ...JSON.parse(content), head: long }));
    },
  ],
  [
    'a record that waits for one that is never added',
    (log) => log.own({ waitsFor: { app: 'auth', number: 3, hash: 'none' } }),
    { isSilent: true },
  ],
  [
    'a record that waits for itself',
    (log) => log.own({ waitsFor: { app: 'marketing', number: 3, hash: 'none' } }),
    { isSilent: true },
  ],
  [
    'the head of a record of another app that waits in vain',
    async (log) => {
      const waiting = await waitingOf(log, { app: 'shell', number: 3, hash: 'none' });
      await log.own({ heads: { auth: waiting.head } });
    },
    own,
  ],
  [
    'the same after that app went on',
    async (log) => {
      const waiting = await waitingOf(log, { app: 'shell', number: 3, hash: 'none' });
      await log.publish('auth', '2', auth);
      await log.own({ heads: { auth: waiting.head } });
    },
    own,
  ],
  [
    'another record than the one that another app waits for',
    async (log) => {
      await waitingOf(log, {
        app: 'marketing',
        number: 3,
        hash: of('marketing 2').hash.replace(/./, '_'),
      });
      await log.own({});
    },
    own,
  ],
  [
    'a claim that the awaited record was added',
    async (log) => {
      const hash = 'the hash of a record that was never added';
      const { head } = await waitingOf(log, { app: 'shell', number: 3, hash });
      await log.own({ heads: { auth: head } });
    },
    own,
  ],
  [
    'the last number',
    async (log) => {
      const number = lastNumber;
      const { record } = await log.own({});
      log.put('marketing', number, await signed({ ...record, number, at: later }, marketing));
    },
    { fresh: others.running, floored: others.running, running: others.running, isSilent: true },
  ],
  [
    'a record that follows none',
    async (log) => {
      const { previous: _none, ...alone } = of('marketing 2').record;
      log.put(
        'marketing',
        3,
        await signed({ ...alone, number: 3, current: release('3') }, marketing),
      );
    },
    // A running gateway refuses it; others accept it, since the app's own team signed it.
    { fresh: others.running },
  ],
];

const folder: Row[] = [
  ["another app's record in the own folder", (log) => log.put('marketing', 3, of('auth 2'))],
  ['garbage in the own folder', (log) => fill(log, 20, 'marketing')],
  [
    'so much garbage that no record of the own app is found',
    (log) => fill(log, 120, 'marketing'),
    withheld('marketing'),
  ],
  [
    'a copy of an earlier record of the own app as the next one',
    (log) => log.put('marketing', 3, of('marketing 1')),
  ],
];

const revokedKey: Row[] = [
  ['a record', async (log) => log.put('auth', 3, await byRevoked(3))],
  [
    'a record with the last number',
    async (log) => log.put('auth', lastNumber, await byRevoked(lastNumber)),
  ],
  [
    'a record in place of the newest',
    async (log) => log.put('auth', 2, await byRevoked(2)),
    withheld('auth'),
  ],
  [
    'so many records that none is found that counts',
    async (log) => {
      for (let number = 3; number < 120; number += 1)
        log.put('auth', number, await byRevoked(number));
    },
    withheld('auth'),
  ],
  [
    'a head in a record of another app that has copied it',
    async (log) => log.own({ heads: { auth: (await byRevoked(8)).head } }),
    own,
  ],
  [
    'the record that another app waits for',
    async (log) => {
      const awaited = await byRevoked(3);
      await log.own({ waitsFor: { app: 'auth', number: 3, hash: awaited.hash } });
      log.put('auth', 3, awaited);
    },
  ],
];

const two: Row[] = [
  [
    'bucket and a key: an app is taken back, and the key publishes without its head',
    async (log) => {
      await log.own({ heads: {} });
      log.remove('auth 2');
    },
    {
      running: 'auth 2, marketing 3, shell 2',
      fresh: 'auth ?, marketing 3, shell 2',
      floored: 'auth ?, marketing 3, shell 2',
    },
  ],
  [
    'bucket and a key: a record that was never added, and its head',
    async (log) => {
      await log.own({ heads: { auth: lost.second.head } });
      log.put('auth', 2, lost.second);
    },
    {
      running: 'auth 2, marketing 3, shell 2',
      fresh: 'auth ?, marketing 3, shell 2',
      floored: 'auth ?, marketing 3, shell 2',
    },
  ],
  [
    'bucket and a key: an earlier moment of all other apps, and a record without heads',
    async (log) => {
      await log.own({ heads: {} });
      log.restore('auth 2', ['auth', 'shell']);
    },
    // See docs/security.md.
    {
      running: 'auth 2, marketing 3, shell 2',
      fresh: 'auth 1, marketing 3, shell 1',
      floored: 'auth ?, marketing 3, shell ?',
    },
  ],
  [
    'bucket and a revoked key: it replaces all records',
    async (log) => {
      log.put('auth', 1, await byRevoked(1));
      log.put('auth', 2, await byRevoked(2));
    },
    withheld('auth'),
  ],
  [
    "a key and another team's folder: a record of the other app, with the head of the own one",
    async (log) => {
      const { head } = await log.own({});
      const { content } = of('auth 2');
      log.put('auth', 3, JSON.stringify({ ...JSON.parse(content), head }));
    },
    others,
  ],
  [
    'a key and a revoked one: a record that waits for an existing one of the revoked key',
    async (log) => {
      const awaited = await byRevoked(3);
      log.put('auth', 3, awaited);
      await log.own({
        waitsFor: { app: 'auth', number: 3, hash: awaited.hash },
      });
    },
  ],
];

const attackers = {
  bucket,
  'one key': oneKey,
  'one folder': folder,
  'a revoked key': revokedKey,
  two,
};

for (const [attacker, rows] of Object.entries(attackers)) {
  for (const [what, attack, outcome = {}] of rows)
    test(`${attacker}: ${what}`, (context) => attempt(context, attack, outcome));
}

test('There are at least sixty attacks', () => {
  assert.ok(Object.values(attackers).flat().length >= 60);
});

async function attempt(context: TestContext, attack: Row[1], outcome: Outcome): Promise<void> {
  let clock = 0;
  context.mock.method(performance, 'now', () => clock);
  const log = new Attacked(new MemoryStore(site.store.objects));
  const { state } = await new LogReader(log.store, before).read();
  const kept = [...state.records.values()];
  const floors: Floor[] = kept.map(({ record, hash }) => ({ ...record, hash }));
  const { isSilent = false, running = all, fresh = running, floored = fresh } = outcome;
  const readers = [
    ['running', running, new LogReader(log.store, listed)],
    ['restarted', running, new LogReader(log.store, listed, [], kept)],
    ['fresh', fresh, new LogReader(log.store, listed)],
    ['floored', floored, new LogReader(log.store, listed, floors)],
  ] as const;
  assert.equal(servedIn((await readers[0][2].read()).state), all);
  await attack(log);
  clock += 6000;
  for (const [name, served, reader] of readers) {
    const reading = await reader.read();
    assert.equal(servedIn(reading.state), served, `${name}: ${reading.problems}`);
    const mustSay = !isSilent && (name !== 'fresh' || !served.includes(' 1'));
    if (mustSay) assert.notDeepEqual(reading.problems, [], name);
    assert.deepEqual((await reader.read()).problems, [], `${name} says it once`);
  }
}

function keyOf(app: string): PublisherKey {
  const key = keys[app];
  if (!key) throw new Error(`There is no key of ${app}.`);
  return key;
}

const signerOf = (key: PublisherKey) => ({ key, by: key.kid, publishers });

function of(name: string): HeldRecord {
  const held = published[name];
  if (!held) throw new Error(`${name} was not published.`);
  return held;
}

/** Signs a record of auth that follows another one. */
async function signedFor(
  number: number,
  after: HeldRecord | undefined,
  ms = 0,
): Promise<HeldRecord> {
  const previous = after && { previous: { number: after.record.number, hash: after.hash } };
  const at = new Date(Date.now() - 60_000 + ms).toISOString();
  const said = { by: 'auth', current: release('9'), earlier: [], heads: {} };
  return signed({ app: 'auth', number, ...previous, at, ...said }, auth);
}

const byRevoked = async (number: number) =>
  signed({ ...of('auth 2').record, number, current: release('9') }, revoked);

async function ofAnotherLog(): Promise<HeldRecord> {
  const staging = { ...publishers, log: 'staging' };
  const signer = { key: auth, by: 'auth', publishers: staging };
  return nextRecord(await site.state(), 'auth', { current: release('9') }, signer);
}

function byStranger(): Promise<HeldRecord> {
  return newPublisherKey('auth', ['*']).then((stranger) =>
    signed({ ...of('auth 2').record, number: 3 }, stranger),
  );
}

async function ofAnotherKind(): Promise<HeldRecord> {
  const held = await signed({ ...of('auth 2').record, number: 3 }, auth);
  const head = await sign('kargo-preview', JSON.stringify(decodeJwt(held.head)), auth);
  return { ...held, content: JSON.stringify({ ...JSON.parse(held.content), head }) };
}

function mixed(): string {
  return JSON.stringify({ ...JSON.parse(of('auth 1').content), head: of('auth 2').head });
}

function changed(): string {
  return of('auth 2').content.replace('\\"auth\\"', '\\"else\\"').replace('2', '9');
}

function fill(log: Attacked, count: number, app = 'auth'): void {
  for (let number = 3; number < 3 + count; number += 1) log.put(app, number, 'garbage');
}

/** Adds a record of auth that waits for another record. */
async function waitingOf(
  log: Attacked,
  waitsFor: NonNullable<AppRecord['waitsFor']>,
): Promise<HeldRecord> {
  const change = { current: release('9') };
  const waiting = await nextRecord(await log.state(), 'auth', change, signerOf(auth), waitsFor);
  await addRecord(log.store, waiting);
  return waiting;
}

/** Changes auth and shell in one step, which marketing sees. */
async function step(log: Attacked): Promise<void> {
  const state = await log.state();
  const change = { current: release('4') };
  const awaited = await nextRecord(state, 'shell', change, signerOf(shell));
  await waitingOf(log, { app: 'shell', number: 3, hash: awaited.hash });
  await addRecord(log.store, awaited);
  await log.publish('marketing', '2', marketing);
}
