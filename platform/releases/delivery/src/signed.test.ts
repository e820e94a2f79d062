import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import {
  newPublisherKey,
  publicPart,
  signatureOf,
} from '@kargo/release-log/contract/release-signature';
import { recordPath } from '@kargo/release-log/log/app-record';
import { currentVersion } from '@kargo/release-log/log/served-releases';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { testRelease } from '@kargo/release-log/testing/test-release';
import { appStatuses } from './app-status.ts';
import { type Keys, readKeys } from './keys.ts';
import { makeCurrent } from './make-current.ts';
import { publish } from './publish.ts';
import { resign } from './resign.ts';
import { storeBuild } from './store-build.ts';
import { stateOf } from './testing/state-of.ts';
import { type Build, writeBuild } from './testing/write-build.ts';

const shellsKey = await newPublisherKey('shells-team', ['shell']);
const marketingsKey = await newPublisherKey('marketing-2025', ['marketing']);
const nextKey = await newPublisherKey('marketing-2026', ['marketing']);
const publishers = { log: 'signed', keys: [shellsKey, marketingsKey, nextKey].map(publicPart) };
const withoutOld = { log: 'signed', keys: [shellsKey, nextKey].map(publicPart) };
const marketing: Keys = { publishers, key: marketingsKey };
/** Keys of the team after its old key was revoked. */
const marketingNext: Keys = { publishers: withoutOld, key: nextKey };

let folder: string;
let releases: string;
let store: FolderStore;
const script = 'console.log("parcel");\n'.repeat(200);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kargo-signed-'));
  releases = join(folder, 'releases');
  store = new FolderStore(releases);
  await publishBuild({ content: { 'remoteEntry.js': script } }, marketing);
  await publishBuild({ version: '1.1.0' }, marketing);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test("A team cannot publish as another app, nor as the shell, and leaves nothing in the app's folder", async () => {
  await refused(
    () => publishBuild({ app: 'shell', version: '9.9.9' }, marketing),
    'The key marketing-2025 may not publish shell.',
  );
  await assert.rejects(stat(join(releases, 'shell')), /ENOENT/);
  const claims = { ...marketingsKey, apps: ['*'] };
  await refused(
    () => publishBuild({ app: 'shell', version: '9.9.9' }, { publishers, key: claims }),
    'The key marketing-2025 may not publish shell.',
  );
});

test('Without a key, or with a revoked or unknown one, nothing is published', async () => {
  const build = { version: '2.0.0' };
  await refused(
    () => publishBuild(build, { publishers }),
    'PUBLISHER_KEY is missing: the key that signs marketing.',
  );
  await refused(
    () => publishBuild(build, { publishers: withoutOld, key: marketingsKey }),
    'The key marketing-2025 is not among PUBLISHERS.',
  );
  const stranger = await newPublisherKey('marketing-2025', ['*']);
  await refused(
    () => publishBuild(build, { publishers, key: stranger }),
    'The key marketing-2025 is not among PUBLISHERS.',
  );
});

test('A publisher waits for what another one brings', async () => {
  const shell = { app: 'shell', provides: { react: '18.0.0' } };
  const next = { ...shell, version: '2.0.0', provides: { ...shell.provides, theme: '1.0.0' } };
  const remote = { version: '2.0.0', needs: { theme: '^1.0.0' } };
  const shells = { publishers, key: shellsKey };
  await publishBuild(shell, shells);
  const waiting = publishSoon(remote, marketing);
  await publishSoon(next, shells);
  await waiting;
  const { records } = await stateOf(store, publishers);
  const current = ['shell', 'marketing'].map((app) => records.get(app)?.record.current?.version);
  assert.deepEqual(current, ['2.0.0', '2.0.0']);
});

test('A release becomes current only if it is signed with a key that may still publish it', async () => {
  const toFirst = { store, versions: { marketing: '1.0.0' } };
  await refused(
    () => makeCurrent({ ...toFirst, keys: marketingNext }),
    'marketing 1.0.0 is signed by marketing-2025, which is not among PUBLISHERS.',
  );
  const signature = await readFile(inFirst('release.jws'));
  await rm(inFirst('release.jws'));
  await refused(
    () => makeCurrent({ ...toFirst, keys: marketing }),
    'marketing 1.0.0 is not signed.',
  );
  await writeFile(inFirst('release.jws'), signature);
  await makeCurrent({ ...toFirst, keys: marketing });
});

test('A folder that claims to be the shell does not become current', async () => {
  const fake = join(releases, 'shell/9.9.9');
  await cp(join(releases, 'marketing/1.0.0'), fake, { recursive: true });
  const toFake = { store, versions: { shell: '9.9.9' }, keys: marketing };
  await refused(
    () => makeCurrent(toFake),
    'shell 9.9.9 is signed by marketing-2025, which may not publish shell.',
  );
  const release = JSON.stringify(testRelease({ app: 'shell', version: '9.9.9' }));
  await writeFile(join(fake, 'release.json'), release);
  await writeFile(
    join(fake, 'release.jws'),
    await signatureOf('kargo-release', release, marketingsKey),
  );
  await refused(
    () => makeCurrent(toFake),
    'shell 9.9.9 is signed by marketing-2025, which may not publish shell.',
  );
});

const changes: [file: string, sentence: RegExp][] = [
  ['remoteEntry.js', /remoteEntry\.js is not what was published\.$/],
  ['remoteEntry.js.br', /remoteEntry\.js\.br is not what was published\.$/],
  ['release.json', /^Error: marketing 1\.0\.0 is not what marketing-2025 signed\.$/],
];

for (const [file, sentence] of changes) {
  test(`Publishing the good build over a changed ${file} is refused, and names it`, async () => {
    await writeFile(inFirst(file), `${await readFile(inFirst(file), 'latin1')} `, 'latin1');
    const before = await stateOf(store, publishers);
    await assert.rejects(
      publishBuild({ content: { 'remoteEntry.js': script } }, marketing),
      sentence,
    );
    assert.deepEqual(await stateOf(store, publishers), before);
  });
}

test('Publishing a release again keeps release.json and its signature', async () => {
  const before = await readFile(inFirst('release.jws'), 'utf8');
  await publishBuild({ content: { 'remoteEntry.js': script }, commit: 'later' }, marketing);
  assert.equal(await readFile(inFirst('release.jws'), 'utf8'), before);
});

test('The same build is signed anew once its key was revoked, unless files differ', async () => {
  await refused(
    () => publishBuild({ content: { 'remoteEntry.js': 'evil' } }, marketingNext),
    /^marketing 1\.0\.0 was published before with another remoteEntry\.js/,
  );
  await publishBuild({ content: { 'remoteEntry.js': script } }, marketingNext);
  const state = await stateOf(store, publishers);
  const [status] = await appStatuses({ store, keys: marketingNext }, state);
  assert.deepEqual(status, {
    app: 'marketing',
    current: '1.0.0',
    owner: undefined,
    fallbacks: [],
    problems: [],
    noWayBack: [],
    canary: undefined,
    frozen: undefined,
  });
  // A record by a revoked key means nothing, including what was current before it.
  assert.deepEqual((await appStatuses({ store, keys: marketing }, state))[0]?.fallbacks, []);
});

test('A current release is signed again in place of a key, after its files were compared', async () => {
  const release = await readFile(inFirst('release.json'), 'utf8');
  await makeCurrent({ store, versions: { marketing: '1.0.0' }, keys: marketing });
  assert.deepEqual(await resign({ store, keys: marketing }, 'shells-team', []), []);
  await refused(
    () => resign({ store, keys: { publishers, key: shellsKey } }, 'marketing-2025', ['marketing']),
    'The key shells-team may not publish marketing.',
  );
  await writeFile(inFirst('remoteEntry.js'), 'evil');
  await refused(
    () => resign(inPlace(), 'marketing-2025', ['marketing']),
    /remoteEntry\.js is not what was published\.$/,
  );
  await writeFile(inFirst('remoteEntry.js'), script);
  const state = await stateOf(store);
  const next = recordPath('marketing', state.next.get('marketing')?.number ?? 0);
  await store.write(next, Buffer.from('garbage'));
  assert.deepEqual(await resign(inPlace(), 'marketing-2025', []), ['marketing 1.0.0']);
  assert.deepEqual(await resign(inPlace(), 'marketing-2025', []), [], 'it has signed nothing else');
  assert.equal(await readFile(inFirst('release.json'), 'utf8'), release);
  assert.equal(await currentWithoutOld(), '1.0.0');
  await makeCurrent({ store, versions: { marketing: '1.0.0' }, keys: marketingNext });
});

test('What a key signed that nobody has listed is not signed again', async () => {
  const invented = await newPublisherKey('invented', ['*']);
  const thief = { publishers: { log: 'signed', keys: [publicPart(invented)] }, key: invented };
  await publishBuild({ version: '6.6.6' }, thief);
  await refused(
    () => resign(inPlace(), 'invented', []),
    'The key invented is not among PUBLISHERS: what it has signed can be checked only while it is.',
  );
  assert.deepEqual(await resign(inPlace(), 'marketing-2025', []), ['marketing 1.1.0']);
  assert.equal(await currentWithoutOld(), '1.1.0');
  await refused(
    () => makeCurrent({ store, versions: { marketing: '6.6.6' }, keys: marketingNext }),
    'marketing 6.6.6 is signed by invented, which is not among PUBLISHERS.',
  );
});

test('A release that its key has replaced since it became current is not signed again', async () => {
  await makeCurrent({ store, versions: { marketing: '1.0.0' }, keys: marketing });
  const replaced = `${await readFile(inFirst('release.json'), 'utf8')} `;
  const signature = await signatureOf('kargo-release', replaced, marketingsKey);
  await writeFile(inFirst('release.json'), replaced);
  await writeFile(inFirst('release.jws'), signature);
  await refused(
    () => resign(inPlace(), 'marketing-2025', []),
    'release.json of marketing 1.0.0 is not the one that the log names.',
  );
  assert.equal(await readFile(inFirst('release.jws'), 'utf8'), signature);
});

test('Signing again fails where a signature cannot be read', async (context) => {
  await makeCurrent({ store, versions: { marketing: '1.0.0' }, keys: marketing });
  const { read } = store;
  context.mock.method(store, 'read', async (path: string, maxBytes: number) => {
    if (path.endsWith('release.jws')) throw new Error('away');
    return read.call(store, path, maxBytes);
  });
  await assert.rejects(resign(inPlace(), 'marketing-2025', []), /^Error: away$/);
});

test('A canary ends when the current release is signed again', async () => {
  await makeCurrent({ store, versions: { marketing: '1.0.0' }, keys: marketing });
  const version = '2.0.0';
  await storeBuild(await writeBuild(folder, { version }), { store, keys: marketing });
  await makeCurrent({ store, versions: { marketing: version }, keys: marketing, percent: 5 });
  assert.deepEqual(await resign(inPlace(), 'marketing-2025', []), ['marketing 1.0.0']);
  const { record } = (await stateOf(store, withoutOld)).records.get('marketing') ?? {};
  assert.equal(record?.current?.version, '1.0.0');
  assert.equal(record?.next, undefined);
});

test('An unsigned release is signed when it is published again', async () => {
  await makeCurrent({ store, versions: { marketing: '1.0.0' }, keys: marketing });
  await rm(inFirst('release.jws'));
  const unsigned = await appStatuses({ store, keys: marketing }, await stateOf(store, publishers));
  assert.deepEqual(unsigned[0]?.problems, ['marketing 1.0.0 is not signed.']);
  await publishBuild({ content: { 'remoteEntry.js': script } }, marketing);
  assert.ok((await readdir(join(releases, 'marketing/1.0.0'))).includes('release.jws'));
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

/** The store, and the keys of the team while its old one is still among the publishers. */
const inPlace = () => ({ store, keys: { publishers, key: nextKey } });

/** Returns the current version, as it is read without the old key. */
const currentWithoutOld = async () => currentVersion(await stateOf(store, withoutOld), 'marketing');

const inFirst = (file: string) => join(releases, 'marketing/1.0.0', file);

async function publishBuild(build: Build, keys: Keys): Promise<void> {
  await publish({ from: [await writeBuild(folder, build)], store, keys });
}

async function publishSoon(build: Build, keys: Keys): Promise<void> {
  const from = [await writeBuild(folder, build)];
  await publish({ from, store, keys, timeoutMs: 60_000 });
}

/** Expects a refusal with this message, and an unchanged log. */
async function refused(attempt: () => Promise<unknown>, message: string | RegExp): Promise<void> {
  const before = await store.list('log');
  await assert.rejects(attempt, { message });
  assert.deepEqual(await store.list('log'), before);
}
