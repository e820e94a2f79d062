import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type FixtureReleases, fixtureReleases, fixtureSite } from '../testing/fixture-releases.ts';
import { gateway } from '../testing/gateway.ts';
import { pipe } from '../testing/pipe.ts';

/** Longer than the gateway's interval of checking the map. */
const lookMs = 600;

const isOlder = (line: string) => /of generation 6, and one of 7 was served/.test(line);

describe('The generation of the map', { concurrency: true }, () => {
  test('An older map is refused and logged; the site goes on with what it had, also after a restart', async (context) => {
    const { releases, STATE_DIR } = await siteWithState(context);
    const first = await gateway(context, releases.folder, { STATE_DIR });
    assert.deepEqual(await first.versions('marketing'), ['1.1.0', '1.0.0']);
    await putOlderMapBack(releases);
    for (const _ of [1, 2]) {
      await wait(lookMs);
      assert.deepEqual(await first.versions('marketing'), ['1.1.0', '1.0.0']);
    }
    assert.equal(first.log.filter(isOlder).length, 1);
    await first.stop();

    const second = await gateway(context, releases.folder, { STATE_DIR });
    assert.deepEqual(await second.versions('marketing'), ['1.1.0', '1.0.0']);
    assert.equal((await second.homePage()).statusCode, 200);
    assert.equal(second.log.filter(isOlder).length, 1);
    assert.ok(second.log.some((line) => line.includes(`delete release-map*.json in ${STATE_DIR}`)));
    await second.stop();

    // The log message says to delete these files to accept the map.
    for (const copy of await copiesIn(STATE_DIR)) await rm(copy);
    const third = await gateway(context, releases.folder, { STATE_DIR });
    assert.deepEqual(await third.versions('marketing'), ['1.0.0']);
  });

  test('Without a folder of its own the gateway refuses an older map until it ends', async (context) => {
    const releases = await fixtureSite(context);
    await releases.writeMap({ shell: '1.0.0', marketing: '1.0.0' }, 7);
    const { versions } = await gateway(context, releases.folder);
    await versions('marketing');
    await rm(join(releases.folder, '.map'), { recursive: true });
    await releases.writeRawMap(JSON.stringify({ microFrontends: {} }), 'release-map.json');
    await wait(lookMs);
    assert.deepEqual(await versions('marketing'), ['1.0.0']);
  });

  test('Another map of the same generation is refused and logged, also after a restart', async (context) => {
    const { releases, STATE_DIR } = await siteWithState(context);
    const isRefused = (line: string) => /differs from the one of generation 7/.test(line);
    const first = await gateway(context, releases.folder, { STATE_DIR });
    await first.versions('marketing');
    await releases.writeMap({ shell: '1.0.0', marketing: '1.0.0' }, 7);
    await wait(lookMs);
    assert.deepEqual(await first.versions('marketing'), ['1.1.0', '1.0.0']);
    assert.equal(first.log.filter(isRefused).length, 1);
    await first.stop();

    const second = await gateway(context, releases.folder, { STATE_DIR });
    assert.deepEqual(await second.versions('marketing'), ['1.1.0', '1.0.0']);
    assert.equal(second.log.filter(isRefused).length, 1);

    await releases.writeMap({ shell: '1.0.0', marketing: '1.0.0' }, 8);
    await wait(lookMs);
    assert.deepEqual(await second.versions('marketing'), ['1.0.0']);
  });

  test('The same map written anew, with its parts in another order, is the same', async (context) => {
    const { releases, STATE_DIR } = await siteWithState(context);
    const { versions, log } = await gateway(context, releases.folder, { STATE_DIR });
    await versions('marketing');
    await releases.writeMap({ marketing: ['1.1.0', '1.0.0'], shell: '1.0.0' }, 7);
    await wait(lookMs);
    await versions('marketing');
    assert.equal(log.filter((line) => line.includes('not all that is published')).length, 0);
  });
});

describe('A map that cannot be kept', { concurrency: true }, () => {
  const obstacles: [
    what: string,
    raise: (context: TestContext, folder: string) => Promise<(() => Promise<void>) | undefined>,
  ][] = [
    [
      'while its folder cannot be made',
      async (_context, folder) => {
        await writeFile(folder, '');
        return () => rm(folder);
      },
    ],
    ['while the disk is full', fullDisk],
  ];

  for (const [what, raise] of obstacles) {
    test(`${what} is served, and kept once it can be`, async (context) => {
      const { releases, STATE_DIR } = await siteWithState(context);
      const mend = await raise(context, STATE_DIR);
      if (!mend) return context.skip('no file system may be mounted here');
      const first = await gateway(context, releases.folder, { STATE_DIR });
      for (const _ of [1, 2]) {
        assert.deepEqual(await first.versions('marketing'), ['1.1.0', '1.0.0']);
        await wait(lookMs);
      }
      const isLogged = (line: string) => line.includes('could not be kept');
      assert.equal(first.log.filter(isLogged).length, 1);

      await mend();
      await first.homePage();
      await wait(lookMs);
      await first.homePage();
      await first.stop();
      await expectOlderRefused(context, releases, STATE_DIR);
    });
  }
});

describe('A copy of the kept map', { concurrency: true }, () => {
  const damages: [what: string, damage: (context: TestContext, file: string) => Promise<void>][] = [
    ['is cut short', async (_context, file) => truncate(file, 20)],
    ['is empty', async (_context, file) => truncate(file)],
    [
      'says a lower generation',
      async (_context, file) => {
        const text = await readFile(file, 'utf8');
        assert.ok(text.includes('"generation":7'));
        await writeFile(file, text.replace('"generation":7', '"generation":1'));
      },
    ],
    ['is gone', async (_context, file) => rm(file)],
    ['is a pipe', pipe],
  ];

  for (const [what, damage] of damages) {
    test(`that ${what} is replaced from the other, whichever it is, and the site goes on`, async (context) => {
      const { releases, STATE_DIR } = await siteWithState(context);
      await serveOnce(context, releases, STATE_DIR);
      const copies = await copiesIn(STATE_DIR);
      assert.equal(copies.length, 2);
      for (const copy of copies) {
        await damage(context, copy);
        await expectOlderRefused(context, releases, STATE_DIR);
      }
    });
  }

  test('that is damaged is logged', async (context) => {
    const { releases, STATE_DIR } = await siteWithState(context);
    await serveOnce(context, releases, STATE_DIR);
    const [copy = ''] = await copiesIn(STATE_DIR);
    await truncate(copy, 20);
    const { versions, log } = await gateway(context, releases.folder, { STATE_DIR });
    await versions('marketing');
    await wait(lookMs);
    await versions('marketing');
    assert.equal(log.filter((line) => line.includes(`${copy} is not JSON`)).length, 1);
  });

  test('and the other are damaged: the site is served as it is published, the log tells what to do, and it is kept anew', async (context) => {
    const { releases, STATE_DIR } = await siteWithState(context);
    await serveOnce(context, releases, STATE_DIR);
    for (const copy of await copiesIn(STATE_DIR)) await truncate(copy, 20);
    const first = await gateway(context, releases.folder, { STATE_DIR });
    assert.equal((await first.homePage()).statusCode, 200);
    assert.deepEqual(await first.versions('marketing'), ['1.1.0', '1.0.0']);
    assert.equal(first.log.filter((line) => line.includes('pnpm releases')).length, 1);
    await first.stop();
    await expectOlderRefused(context, releases, STATE_DIR);
  });

  test('from before there were two is believed', async (context) => {
    const { releases, STATE_DIR } = await siteWithState(context);
    await mkdir(STATE_DIR);
    const map = await readFile(join(releases.folder, '.map/release-map.json'));
    await writeFile(join(STATE_DIR, 'release-map.json'), map);
    await expectOlderRefused(context, releases, STATE_DIR);
  });
});

/** A site whose map has generation 7, and a folder for a gateway that does not exist yet. */
async function siteWithState(context: TestContext) {
  const releases = await fixtureSite(context);
  await releases.writeRemote('marketing', '1.1.0');
  await releases.writeMap({ shell: '1.0.0', marketing: ['1.1.0', '1.0.0'] }, 7);
  const { folder } = await fixtureReleases(context);
  return { releases, STATE_DIR: join(folder, 'gateway') };
}

/** Starts a gateway, and stops it when the map has been stored. */
async function serveOnce(context: TestContext, { folder }: FixtureReleases, STATE_DIR: string) {
  const { versions, stop } = await gateway(context, folder, { STATE_DIR });
  await versions('marketing');
  await stop();
}

const putOlderMapBack = (releases: FixtureReleases) =>
  releases.writeMap({ shell: '1.0.0', marketing: '1.0.0' }, 6);

/** Expects that a gateway started with an older map in the store serves the kept one. */
async function expectOlderRefused(
  context: TestContext,
  releases: FixtureReleases,
  STATE_DIR: string,
) {
  await putOlderMapBack(releases);
  const { versions, homePage, stop } = await gateway(context, releases.folder, { STATE_DIR });
  assert.deepEqual(await versions('marketing'), ['1.1.0', '1.0.0']);
  assert.equal((await homePage()).statusCode, 200);
  await stop();
}

async function copiesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).map((name) => join(folder, name));
}

/** @returns a function that frees space; undefined if this process may not mount a file system */
async function fullDisk(context: TestContext, folder: string) {
  const disk = await mkdtemp(join(tmpdir(), 'kargo-full-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    await rm(disk, { recursive: true });
    return undefined;
  }
  context.after(async () => {
    execFileSync('umount', [disk]);
    await rm(disk, { recursive: true });
  });
  await symlink(disk, folder);
  const filler = join(disk, 'filler');
  await writeFile(filler, Buffer.alloc(128 * 1024)).catch(() => undefined);
  return () => rm(filler);
}
