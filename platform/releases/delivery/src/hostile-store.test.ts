import assert from 'node:assert/strict';
import { mkdtemp, rename, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { recordPath } from '@kargo/release-log/log/app-record';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { pipe } from '@kargo/release-log/testing/pipe';
import { publish } from './publish.ts';
import { publishedVersions } from './read-release.ts';
import { build, folder, TestSite } from './testing/test-site.ts';

// Attacks with write access to a team's folder or the log's: no reader waits forever, reads files
// elsewhere or runs out of memory.

let site = new TestSite(new FolderStore(folder));

beforeEach(async () => {
  site = new TestSite(new FolderStore(await mkdtemp(join(folder, 'releases-'))));
  await site.publish({ app: 'shell' });
  await site.publish({});
});

const fileOf = (path: string) => join(site.store.name, path);

const emptyPages = "exports.prerender = async () => ''";

const spoils: [
  what: string,
  spoil: (context: TestContext, file: string) => Promise<void>,
  sentence: string,
][] = [
  ['a pipe', pipe, 'is not a file'],
  ['a link to the file that was there', (_context, file) => link(file), 'is reached by a link'],
  [
    'a file of 400 MB',
    (_context, file) => truncate(file, 400 * 1024 * 1024),
    'has 419430400 bytes, and may have',
  ],
];

for (const [what, spoil, sentence] of spoils) {
  test(`${what} as release.json is reported, and other apps can be published`, async (context) => {
    await spoil(context, fileOf('marketing/1.0.0/release.json'));
    await inTime(async () => {
      const status = await site.status();
      assert.ok(status?.problems.join().includes(sentence), `${status?.problems}`);
      await assert.rejects(site.publish({}), new RegExp(sentence));
      await site.publish({ app: 'profile' });
      await site.publish({ version: '1.1.0' });
      assert.deepEqual((await site.status())?.problems, []);
    });
  });

  // All are read by the same function.
  if (what !== 'a pipe' && !process.env.PROOF) continue;

  test(`${what} as a script is reported, and the release cannot become current`, async (context) => {
    await site.publish({ version: '1.1.0' });
    await spoil(context, fileOf('marketing/1.0.0/remoteEntry.js'));
    await inTime(async () => {
      await assert.rejects(site.makeCurrent('1.0.0'), /remoteEntry\.js is not what was published/);
      assert.deepEqual((await site.status())?.fallbacks, []);
    });
  });

  test(`${what} as a Node bundle stops prerendering with one sentence`, async (context) => {
    await site.publish({
      app: 'shell',
      version: '2.0.0',
      content: { 'node/prerender.cjs': emptyPages },
    });
    await spoil(context, fileOf('shell/2.0.0/node/prerender.cjs'));
    await inTime(() =>
      assert.rejects(
        site.publish({ version: '1.1.0', content: { 'node/screens.cjs': 'module.exports = {}' } }),
        new RegExp(`prerender\\.cjs ${sentence}`),
      ),
    );
  });

  test(`${what} as a record does not count, and the log goes on behind it`, async (context) => {
    await writeFile(fileOf(recordPath('marketing', 2)), '');
    await spoil(context, fileOf(recordPath('marketing', 2)));
    await inTime(async () => {
      await site.publish({ version: '1.1.0' });
      assert.equal((await site.record())?.number, 3);
    });
  });
}

test("a link in place of a release's folder is not followed", async () => {
  await link(fileOf('marketing/1.0.0'));
  assert.match(`${(await site.status())?.problems}`, /is reached by a link/);
  await site.publish({ app: 'profile' });
});

test('a folder whose release.json is not a file is not a published version', async (context) => {
  await site.publish({ version: '1.1.0' });
  await pipe(context, fileOf('marketing/1.1.0/release.json'));
  const versions = await publishedVersions(site.store, 'marketing');
  assert.deepEqual(versions[0]?.version, '1.0.0');
});

test('Files that are too large for the gateway are refused when they are published', async () => {
  const large = await build({ version: '1.1.0', content: { 'film.mp4': '' } });
  await truncate(join(large, 'film.mp4'), 101 * 1024 * 1024);
  await assert.rejects(
    publish({ from: [large], ...site.on }),
    /film\.mp4 has 105906176 bytes, and may have 104857600\./,
  );
  const samples = { 'GET /long': 'a'.repeat(2 ** 20) };
  await assert.rejects(site.publish({ version: '1.1.0', samples }), /kargo\.json has \d+ bytes/);
  assert.deepEqual(await site.store.names('marketing'), ['1.0.0/']);
});

test('A reason that is too long for a record is refused, and nothing changes', async () => {
  await site.publish({ version: '1.1.0' });
  const before = await site.state();
  const withdraw = 'a'.repeat(2 ** 20);
  await assert.rejects(
    site.makeCurrent('1.0.0', { withdraw }),
    /marketing\/9999999996\.json would have \d+ bytes, and may have/,
  );
  assert.deepEqual(await site.state(), before);
});

/** Moves a file or folder out of the store, and puts a link to it in its place. */
async function link(path: string): Promise<void> {
  const target = join(await mkdtemp(join(folder, 'moved-')), 'moved');
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
