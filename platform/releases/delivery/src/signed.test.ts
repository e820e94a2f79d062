import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { recordPath } from '@kargo/release-log/log/app-record';
import {
  newPublisherKey,
  publicPart,
  signatureOf,
} from '@kargo/release-log/rules/release-signature';
import { MemoryStore } from '@kargo/release-log/testing/memory-store';
import { testRelease } from '@kargo/release-log/testing/test-release';
import { type Keys, readKeys } from './keys.ts';
import { publish } from './publish.ts';
import { resign } from './resign.ts';
import { build, TestSite } from './testing/test-site.ts';
import type { Build } from './testing/write-build.ts';

const shellsKey = await newPublisherKey('shells-team', ['shell']);
const marketingsKey = await newPublisherKey('marketing-2025', ['marketing']);
const nextKey = await newPublisherKey('marketing-2026', ['marketing']);
const publishers = { log: 'signed', keys: [shellsKey, marketingsKey, nextKey].map(publicPart) };
const withoutOld = { log: 'signed', keys: [shellsKey, nextKey].map(publicPart) };
const marketing: Keys = { publishers, key: marketingsKey };
/** Keys of the team after its old key was revoked. */
const marketingNext: Keys = { publishers: withoutOld, key: nextKey };

const oldKey = 'marketing-2025';
const script = 'console.log("parcel");\n'.repeat(200);
const first: Build = { content: { 'remoteEntry.js': script } };
let site = new TestSite(new MemoryStore(), marketing);

beforeEach(async () => {
  site = new TestSite(new MemoryStore(), marketing);
  await site.publish(first);
  await site.publish({ version: '1.1.0' });
});

/** The site with other keys. */
const by = (keys: Keys) => new TestSite(site.store, keys);

/** The team while its old key is still among the publishers. */
const inPlace = () => by({ publishers, key: nextKey });

const inFirst = (file: string) => `marketing/1.0.0/${file}`;
const read = (file: string) => String(site.store.objects.get(inFirst(file)));
const write = (file: string, content: string) =>
  site.store.write(inFirst(file), Buffer.from(content));

/** Expects a refusal with this message, and an unchanged log. */
async function refused(attempt: () => Promise<unknown>, message: string | RegExp): Promise<void> {
  const before = await site.store.list('log');
  await assert.rejects(attempt, { message });
  assert.deepEqual(await site.store.list('log'), before);
}

test("A team cannot publish as another app, nor as the shell, and leaves nothing in the app's folder", async () => {
  const claims = { ...marketingsKey, apps: ['*'] };
  for (const key of [marketingsKey, claims])
    await refused(
      () => by({ publishers, key }).publish({ app: 'shell', version: '9.9.9' }),
      'The key marketing-2025 may not publish shell.',
    );
  assert.deepEqual(await site.store.list('shell'), []);
});

test('Without a key, or with a revoked or unknown one, nothing is published', async () => {
  const stranger = await newPublisherKey(oldKey, ['*']);
  for (const [keys, message] of [
    [{ publishers }, 'PUBLISHER_KEY is missing: the key that signs marketing.'],
    [
      { publishers: withoutOld, key: marketingsKey },
      'The key marketing-2025 is not among PUBLISHERS.',
    ],
    [{ publishers, key: stranger }, 'The key marketing-2025 is not among PUBLISHERS.'],
  ] as const)
    await refused(() => by(keys).publish({ version: '2.0.0' }), message);
});

test('A publisher waits for the release that it needs', async () => {
  const shell = by({ publishers, key: shellsKey });
  const publishSoon = async ({ on }: TestSite, given: Build) =>
    publish({ from: [await build(given)], ...on, timeoutMs: 60_000 });
  await shell.publish({ app: 'shell', provides: { react: '18.0.0' } });
  const waiting = publishSoon(site, { version: '2.0.0', needs: { theme: '^1.0.0' } });
  const provides = { react: '18.0.0', theme: '1.0.0' };
  await publishSoon(shell, { app: 'shell', version: '2.0.0', provides });
  await waiting;
  assert.equal((await site.record('shell'))?.current?.version, '2.0.0');
  assert.equal((await site.record())?.current?.version, '2.0.0');
});

test('A release becomes current only if it is signed with a key that may still publish it', async () => {
  await refused(
    () => by(marketingNext).makeCurrent('1.0.0'),
    'marketing 1.0.0 is signed by marketing-2025, which is not among PUBLISHERS.',
  );
  const signature = read('release.jws');
  await site.store.remove(inFirst('release.jws'));
  await refused(() => site.makeCurrent('1.0.0'), 'marketing 1.0.0 is not signed.');
  await write('release.jws', signature);
  await site.makeCurrent('1.0.0');
});

test('A folder that claims to be the shell does not become current', async () => {
  const release = JSON.stringify(testRelease({ app: 'shell', version: '9.9.9' }));
  for (const [content, signature] of [
    [read('release.json'), read('release.jws')],
    [release, await signatureOf('kargo-release', release, marketingsKey)],
  ] as const) {
    await site.store.write('shell/9.9.9/release.json', Buffer.from(content));
    await site.store.write('shell/9.9.9/release.jws', Buffer.from(signature));
    await refused(
      () => site.makeCurrent({ shell: '9.9.9' }),
      'shell 9.9.9 is signed by marketing-2025, which may not publish shell.',
    );
  }
});

for (const [file, sentence] of [
  ['remoteEntry.js', /remoteEntry\.js is not what was published\.$/],
  ['remoteEntry.js.br', /remoteEntry\.js\.br is not what was published\.$/],
  ['release.json', /^marketing 1\.0\.0 is not what marketing-2025 signed\.$/],
] as const)
  test(`Publishing the good build over a changed ${file} is refused, and the error names it`, async () => {
    await write(file, `${read(file)} `);
    await refused(() => site.publish(first), sentence);
  });

test('Publishing a release again keeps release.json and its signature', async () => {
  const before = read('release.jws');
  await site.publish({ ...first, commit: 'later' });
  assert.equal(read('release.jws'), before);
});

test('After its key was revoked, the same build is signed again, unless files differ', async () => {
  const next = by(marketingNext);
  await refused(
    () => next.publish({ content: { 'remoteEntry.js': 'evil' } }),
    /^marketing 1\.0\.0 was published before with another remoteEntry\.js/,
  );
  await next.publish(first);
  assert.deepEqual(await inPlace().status(), {
    app: 'marketing',
    current: '1.0.0',
    owner: undefined,
    fallbacks: [],
    problems: [],
    noWayBack: [],
    canary: undefined,
    frozen: undefined,
  });
});

test('A current release is signed again with another key, after its files were verified', async () => {
  const release = read('release.json');
  await site.makeCurrent('1.0.0');
  const { on } = inPlace();
  assert.deepEqual(await resign(site.on, 'shells-team', []), []);
  await refused(
    () => resign(by({ publishers, key: shellsKey }).on, oldKey, ['marketing']),
    'The key shells-team may not publish marketing.',
  );
  await write('remoteEntry.js', 'evil');
  await refused(
    () => resign(on, oldKey, ['marketing']),
    /remoteEntry\.js is not what was published\.$/,
  );
  await write('remoteEntry.js', script);
  const number = (await site.state()).next.get('marketing')?.number ?? 0;
  await site.store.write(recordPath('marketing', number), Buffer.from('garbage'));
  assert.deepEqual(await resign(on, oldKey, []), ['marketing 1.0.0']);
  assert.deepEqual(await resign(on, oldKey, []), [], 'it has signed nothing else');
  assert.equal(read('release.json'), release);
  assert.equal((await by(marketingNext).record())?.current?.version, '1.0.0');
  await by(marketingNext).makeCurrent('1.0.0');
});

test('A release signed by an unlisted key is not signed again', async () => {
  const invented = await newPublisherKey('invented', ['*']);
  const thief = { publishers: { log: 'signed', keys: [publicPart(invented)] }, key: invented };
  await by(thief).publish({ version: '6.6.6' });
  const { on } = inPlace();
  await refused(
    () => resign(on, 'invented', []),
    'The key invented is not among PUBLISHERS: its signatures can be verified only while it is.',
  );
  assert.deepEqual(await resign(on, oldKey, []), ['marketing 1.1.0']);
  assert.equal((await by(marketingNext).record())?.current?.version, '1.1.0');
  await refused(
    () => by(marketingNext).makeCurrent('6.6.6'),
    'marketing 6.6.6 is signed by invented, which is not among PUBLISHERS.',
  );
});

test('A release that its key has changed since it became current is not signed again', async () => {
  await site.makeCurrent('1.0.0');
  const replaced = `${read('release.json')} `;
  const signature = await signatureOf('kargo-release', replaced, marketingsKey);
  await write('release.json', replaced);
  await write('release.jws', signature);
  await refused(
    () => resign(inPlace().on, oldKey, []),
    'release.json of marketing 1.0.0 is not the one that the log names.',
  );
  assert.equal(read('release.jws'), signature);
});

test('Signing again fails if a signature cannot be read', async (context) => {
  await site.makeCurrent('1.0.0');
  const { store } = site;
  const original = store.read.bind(store);
  context.mock.method(store, 'read', async (path: string, maxBytes: number) => {
    if (path.endsWith('release.jws')) throw new Error('away');
    return original(path, maxBytes);
  });
  await assert.rejects(resign(inPlace().on, oldKey, []), /^Error: away$/);
});

test('A canary ends when the current release is signed again', async () => {
  await site.makeCurrent('1.0.0');
  await site.add({ version: '2.0.0' });
  await site.makeCurrent('2.0.0', { percent: 5 });
  assert.deepEqual(await resign(inPlace().on, oldKey, []), ['marketing 1.0.0']);
  const record = await by(marketingNext).record();
  assert.deepEqual([record?.current?.version, record?.next], ['1.0.0', undefined]);
});

test('An unsigned release is signed when it is published again', async () => {
  await site.makeCurrent('1.0.0');
  await site.store.remove(inFirst('release.jws'));
  assert.deepEqual((await site.status())?.problems, ['marketing 1.0.0 is not signed.']);
  await site.publish(first);
  assert.deepEqual((await site.status())?.problems, []);
});

test('Invalid keys are refused in one sentence', () => {
  const given = { PUBLISHERS: JSON.stringify(publishers) };
  assert.throws(() => readKeys({}), { message: /^PUBLISHERS is missing/ });
  assert.throws(() => readKeys({ PUBLISHERS: 'x' }), { message: 'PUBLISHERS is not JSON.' });
  const publicKey = JSON.stringify(publicPart(shellsKey));
  assert.throws(() => readKeys({ ...given, PUBLISHER_KEY: publicKey }), {
    message: /^PUBLISHER_KEY: .*\bd\b/,
  });
});
