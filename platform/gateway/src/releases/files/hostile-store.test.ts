import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rename, rm, symlink, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pipe } from '@kargo/release-log/testing/pipe';
import { fixtureSite } from '../../testing/fixture-releases.ts';
import { busyMachine, gateway } from '../../testing/gateway.ts';

// Someone who can write to the folder of one team or of the log harms at most that team's release.

type Spoil = (context: TestContext, file: string) => Promise<void>;

const spoils: [what: string, spoil: Spoil][] = [
  ['a pipe', pipe],
  ['a link to the file that was there', (context, file) => link(context, file)],
  ['a file of 400 MB', (_context, file) => truncate(file, 400 * 1024 * 1024)],
  [
    'a folder',
    async (_context, file) => {
      await rm(file);
      await mkdir(file);
    },
  ],
];

/** All kinds everywhere only with `PROOF=1`: one function reads all files. */
const isProof = Boolean(process.env.PROOF);

// Few at a time, so that each responds in time on a busy machine too.
describe('In place of a file of the store', { concurrency: 4 }, () => {
  for (const [index, [what, spoil]] of spoils.entries()) {
    const isEverywhere = isProof || index === 0;
    for (const name of isEverywhere ? ['release.json', 'release.jws'] : ['release.json']) {
      test(`${what} as ${name}: the fallback is served, and others are served at once`, async (context) => {
        const releases = await fixtureSite(context);
        await releases.writeRemote('marketing', '1.1.0');
        await spoil(context, join(releases.folder, 'marketing/1.1.0', name));
        await releases.serve({ shell: '1.0.0', marketing: ['1.1.0', '1.0.0'] });
        const { versions, homePage, get } = await gateway(context, releases.folder);
        await inTime(async () => {
          assert.deepEqual(await versions('marketing'), ['1.0.0']);
          const visits = Array.from({ length: 6 }, () =>
            get(`/releases/marketing/1.1.0/${name === 'release.json' ? name : 'home.js'}`),
          );
          for (const visit of await Promise.all(visits)) assert.equal(visit.statusCode, 404);
          assert.equal((await homePage()).statusCode, 200);
          assert.equal((await get('/releases/shell/1.0.0/main.js')).statusCode, 200);
        });
      });
    }

    test(`${what} as a script: it is reported as damaged, and others are served at once`, async (context) => {
      const releases = await fixtureSite(context);
      await spoil(context, join(releases.folder, 'marketing/1.0.0/home.js'));
      const { get, log } = await gateway(context, releases.folder);
      await inTime(async () => {
        const visits = Array.from({ length: 6 }, () => get('/releases/marketing/1.0.0/home.js'));
        for (const visit of await Promise.all(visits)) assert.equal(visit.statusCode, 502);
        assert.ok(log.some((line) => /"file":"home\.js".*"reason":".*home\.js/.test(line)));
        assert.equal((await get('/releases/marketing/1.0.0/remoteEntry.js')).statusCode, 200);
        assert.equal((await get('/releases/shell/1.0.0/main.js')).statusCode, 200);
      });
    });

    if (!isEverywhere) continue;

    test(`${what} as a prerendered page: the browser renders the page`, async (context) => {
      const releases = await fixtureSite(context);
      const rendered = { '/': { html: '<h1>Rendered</h1>', css: '' } };
      await releases.writePages('1.0.0', { app: 'marketing', version: '1.0.0' }, rendered);
      const file = join(releases.folder, 'pages/marketing/1.0.0/marketing-1.0.0.json');
      await spoil(context, file);
      const { homePage, log } = await gateway(context, releases.folder);
      await inTime(async () => {
        const page = await homePage();
        assert.equal(page.statusCode, 200);
        assert.doesNotMatch(page.body, /<h1>Rendered/);
        assert.ok(log.some((line) => line.includes(file)));
      });
    });

    test(`${what} as a record: the last good releases are served`, async (context) => {
      const releases = await fixtureSite(context);
      const { homePage, versions, log } = await gateway(context, releases.folder);
      await homePage();
      await releases.writeRemote('marketing', '1.1.0');
      const path = await releases.writeRecord('marketing', '{}');
      await spoil(context, join(releases.folder, path));
      await inTime(() =>
        context.waitFor(async () => {
          assert.deepEqual(await versions('marketing'), ['1.0.0']);
          assert.equal((await homePage()).statusCode, 200);
          assert.equal(log.filter((line) => line.includes(path)).length, 1);
        }, busyMachine),
      );
    });
  }

  test("a link in place of a release's folder is not followed; one in place of the app's, which teams cannot make, is", async (context) => {
    const releases = await fixtureSite(context);
    await link(context, join(releases.folder, 'shell'));
    for (const version of ['1.1.0', '1.2.0']) await releases.writeRemote('marketing', version);
    await link(context, join(releases.folder, 'marketing/1.1.0'));
    await releases.serve({ shell: '1.0.0', marketing: ['1.2.0', '1.1.0', '1.0.0'] });
    const { versions, get, homePage } = await gateway(context, releases.folder);
    assert.deepEqual(await versions('marketing'), ['1.2.0', '1.0.0']);
    assert.equal((await get('/releases/marketing/1.1.0/home.js')).statusCode, 404);
    assert.equal((await homePage()).statusCode, 200);
  });

  test('a file that is no longer a file disqualifies a release as a fallback', async (context) => {
    const releases = await fixtureSite(context);
    for (const version of ['1.1.0', '1.2.0']) await releases.writeRemote('marketing', version);
    await link(context, join(releases.folder, 'marketing/1.1.0/home.js'));
    await releases.serve({ shell: '1.0.0', marketing: ['1.2.0', '1.1.0', '1.0.0'] });
    const { versions } = await gateway(context, releases.folder);
    assert.deepEqual(await versions('marketing'), ['1.2.0', '1.0.0']);
  });
});

describe('Only releases that are or were in the log are served', { concurrency: true }, () => {
  const script = (version: string) => `/releases/marketing/${version}/remoteEntry.js`;

  test('a release that is only in the store is not served', async (context) => {
    const releases = await fixtureSite(context);
    await releases.writeRemote('marketing', '1.1.0');
    await cp(join(releases.folder, 'marketing'), join(releases.folder, 'copy'), {
      recursive: true,
    });
    const { get } = await gateway(context, releases.folder);
    for (const url of [script('1.1.0'), '/releases/marketing/1.1.0/release.json']) {
      const response = await get(url);
      assert.equal(response.statusCode, 404);
      assert.equal(response.headers['cache-control'], 'private, no-store');
    }
    assert.equal((await get('/releases/copy/1.0.0/remoteEntry.js')).statusCode, 404);
    assert.equal((await get(script('1.0.0'))).statusCode, 200);
  });

  test('a new release that another gateway already serves is served without a page request first', async (context) => {
    const releases = await fixtureSite(context);
    const { get, homePage } = await gateway(context, releases.folder);
    await homePage();
    await releases.writeRemote('marketing', '1.1.0');
    await releases.serve({ shell: '1.0.0', marketing: '1.1.0' });
    assert.equal((await get(script('1.1.0'))).statusCode, 200);
  });

  test('a release that was removed from the site is served to pages that are still open, after a restart too', async (context) => {
    const releases = await fixtureSite(context);
    const STATE_DIR = join(releases.folder, '.state');
    await releases.writeRemote('marketing', '1.1.0');
    const first = await gateway(context, releases.folder, { STATE_DIR });
    await first.homePage();
    await releases.serve({ shell: '1.0.0', marketing: '1.1.0' });
    await wait(600);
    assert.equal((await first.get(script('1.1.0'))).statusCode, 200);
    assert.equal((await first.get(script('1.0.0'))).statusCode, 200);
    await first.stop();
    const second = await gateway(context, releases.folder, { STATE_DIR });
    assert.equal((await second.get(script('1.0.0'))).statusCode, 200);
  });
});

/** Moves a file or folder out of the store, and puts a link to it in its place. */
async function link(context: TestContext, path: string): Promise<void> {
  const elsewhere = await mkdtemp(join(tmpdir(), 'kargo-linked-'));
  const target = join(elsewhere, basename(path));
  await rename(path, target);
  await symlink(target, path);
  context.after(() => rm(elsewhere, { recursive: true }));
}

/** Fails if the action takes so long that something must be waiting forever. */
async function inTime(action: () => Promise<void>): Promise<void> {
  const deadline = wait(10_000, undefined, { ref: false }).then(() => {
    throw new Error('Nothing was answered for 10 s.');
  });
  await Promise.race([action(), deadline]);
}
