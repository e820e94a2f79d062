import assert from 'node:assert/strict';
import { mkdtemp, readdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { recordPath } from '@kargo/release-log/log/app-record';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { pipe } from '@kargo/release-log/testing/pipe';
import { appStatuses } from './app-status.ts';
import { makeCurrent } from './make-current.ts';
import { publish } from './publish.ts';
import { publishedVersions } from './read-release.ts';
import { keys } from './testing/keys.ts';
import { stateOf } from './testing/state-of.ts';
import { type Build, writeBuild } from './testing/write-build.ts';

// Attacks by somebody who can write to one team's folder or the log's: no reader waits forever, reads
// files elsewhere, or runs out of memory.

let folder: string;
let releases: string;
let store: FolderStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kargo-hostile-'));
  releases = join(folder, 'releases');
  store = new FolderStore(releases);
  await publishBuild({ app: 'shell' });
  await publishBuild({});
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const emptyPages = "exports.prerender = async () => ({ html: '', css: '' })";

const spoils: [
  what: string,
  spoil: (context: TestContext, file: string) => Promise<void>,
  sentence: string,
][] = [
  ['a pipe', pipe, 'is no file'],
  ['a link to the file that was there', (_context, file) => link(file), 'is reached by a link'],
  [
    'a file of 400 MB',
    (_context, file) => truncate(file, 400 * 1024 * 1024),
    'has 419430400 bytes, and may have',
  ],
];

for (const [what, spoil, sentence] of spoils) {
  test(`${what} as release.json is reported, and other apps can be published`, async (context) => {
    await spoil(context, join(releases, 'marketing/1.0.0/release.json'));
    await inTime(async () => {
      const status = await statusOf('marketing');
      assert.ok(status?.problems.join().includes(sentence), `${status?.problems}`);
      await assert.rejects(publishBuild({}), new RegExp(sentence));
      await publishBuild({ app: 'profile' });
      await publishBuild({ version: '1.1.0' });
      assert.deepEqual((await statusOf('marketing'))?.problems, []);
    });
  });

  test(`${what} as a script is reported, and the release cannot become current`, async (context) => {
    await publishBuild({ version: '1.1.0' });
    await spoil(context, join(releases, 'marketing/1.0.0/remoteEntry.js'));
    await inTime(async () => {
      const back = { store, keys, versions: { marketing: '1.0.0' } };
      await assert.rejects(makeCurrent(back), /remoteEntry\.js is not what was published/);
      assert.deepEqual((await statusOf('marketing'))?.fallbacks, []);
    });
  });

  test(`${what} as a Node bundle stops prerendering with one sentence`, async (context) => {
    await publishBuild({
      app: 'shell',
      version: '2.0.0',
      content: { 'node/prerender.cjs': emptyPages },
    });
    await spoil(context, join(releases, 'shell/2.0.0/node/prerender.cjs'));
    await inTime(() =>
      assert.rejects(
        publishBuild({ version: '1.1.0', content: { 'node/screens.cjs': 'module.exports = {}' } }),
        new RegExp(`prerender\\.cjs ${sentence}`),
      ),
    );
  });

  test(`${what} as a record does not count, and the log goes on behind it`, async (context) => {
    await writeFile(join(releases, recordPath('marketing', 2)), '');
    await spoil(context, join(releases, recordPath('marketing', 2)));
    await inTime(async () => {
      await publishBuild({ version: '1.1.0' });
      const { records } = await stateOf(store);
      assert.equal(records.get('marketing')?.record.number, 3);
    });
  });
}

test("a link in place of a release's folder is not followed", async () => {
  await link(join(releases, 'marketing/1.0.0'));
  assert.match(`${(await statusOf('marketing'))?.problems}`, /is reached by a link/);
  await publishBuild({ app: 'profile' });
});

test('a version whose release.json is not a file is not a published version', async (context) => {
  await publishBuild({ version: '1.1.0' });
  await pipe(context, join(releases, 'marketing/1.1.0/release.json'));
  const versions = await publishedVersions(store, 'marketing');
  assert.deepEqual(
    versions.map(({ version }) => version),
    ['1.0.0'],
  );
});

test('Files that are too large for the gateway are refused when they are published', async () => {
  const large = await writeBuild(folder, { version: '1.1.0', content: { 'film.mp4': '' } });
  await truncate(join(large, 'film.mp4'), 101 * 1024 * 1024);
  await assert.rejects(
    publish({ from: [large], store, keys }),
    /film\.mp4 has 105906176 bytes, and may have 104857600\./,
  );
  const samples = { 'GET /long': 'a'.repeat(2 ** 20) };
  await assert.rejects(publishBuild({ version: '1.1.0', samples }), /kargo\.json has \d+ bytes/);
  assert.deepEqual(await readdir(join(releases, 'marketing')), ['1.0.0']);
});

test('A reason that is too long for a record is refused, and nothing changes', async () => {
  await publishBuild({ version: '1.1.0' });
  const before = await stateOf(store);
  const withdraw = 'a'.repeat(2 ** 20);
  await assert.rejects(
    makeCurrent({ store, keys, versions: { marketing: '1.0.0' }, withdraw }),
    /marketing\/9999999996\.json would have \d+ bytes, and may have/,
  );
  assert.deepEqual(await stateOf(store), before);
});

const publishBuild = async (build: Build) =>
  publish({ from: [await writeBuild(folder, build)], store, keys });

const statusOf = async (app: string) =>
  (await appStatuses({ store, keys }, await stateOf(store))).find((it) => it.app === app);

/** Moves a file or folder out of the store, and puts a link to it in its place. */
async function link(path: string): Promise<void> {
  const target = join(folder, 'moved');
  await rename(path, target);
  await symlink(target, path);
}

/** Fails if the action takes longer than a minute, as when it waits forever. */
async function inTime(action: () => Promise<void>): Promise<void> {
  const deadline = wait(60_000, undefined, { ref: false }).then(() => {
    throw new Error('Nothing happened for a minute.');
  });
  await Promise.race([action(), deadline]);
}
