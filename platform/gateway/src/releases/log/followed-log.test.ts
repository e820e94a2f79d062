import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { claimedRecord, recordPath } from '@kargo/release-log/log/app-record';
import { newPublisherKey, publicPart } from '@kargo/release-log/rules/release-signature';
import { pipe } from '@kargo/release-log/testing/pipe';
import { fastify } from 'fastify';
import { readEnv } from '../../env.ts';
import {
  type FixtureReleases,
  fixtureReleases,
  fixtureSite,
  PUBLISHERS,
} from '../../testing/fixture-releases.ts';
import { busyMachine, gateway, untilServed } from '../../testing/gateway.ts';
import { FollowedLog } from './followed-log.ts';

/** Longer than the gateway's interval for checking the log. */
const lookMs = 600;

/** The newest record of marketing in `siteWithState`. */
const newest = recordPath('marketing', 2);
const isCutOff = (line: string) => line.includes(`${newest} was served before and is gone`);

describe('A log that was changed', { concurrency: true }, () => {
  test('A log that was cut off changes nothing and is logged, even after a restart', async (context) => {
    const { releases, STATE_DIR } = await siteWithState(context);
    await serveOnce(context, releases, STATE_DIR);
    await cutOff(releases);
    const second = await gateway(context, releases.folder, { STATE_DIR });
    await context.waitFor(async () => {
      assert.deepEqual(await second.versions('marketing'), ['1.1.0', '1.0.0']);
      assert.equal(second.log.filter(isCutOff).length, 1);
    }, busyMachine);
    assert.equal((await second.homePage()).statusCode, 200);
    await second.stop();

    // As in docs/operations.md.
    const { records } = JSON.parse(await readFile(join(STATE_DIR, 'release-log.json'), 'utf8'));
    await releases.store.write(newest, Buffer.from(records[newest]));
    const fresh = await gateway(context, releases.folder);
    assert.deepEqual(await fresh.versions('marketing'), ['1.1.0', '1.0.0']);
  });

  test('A record that a team signs after its newest one was removed counts', async (context) => {
    const { releases, STATE_DIR } = await siteWithState(context);
    await releases.change('marketing', {});
    const { versions } = await gateway(context, releases.folder, { STATE_DIR });
    await versions('marketing');
    await releases.store.remove(recordPath('marketing', 3));
    const current = await releases.recorded('marketing', '1.0.0');
    for (const _ of [1, 2]) await releases.change('marketing', { current });
    await untilServed(context, { versions }, '1.0.0');
  });

  test('An app is not served without a record that another app has seen, and comes back with it', async (context) => {
    const { releases } = await siteWithState(context);
    await releases.change('shell', {});
    const file = await releases.store.read(newest, 100_000);
    await cutOff(releases);
    const { homePage, versions, get, log } = await gateway(context, releases.folder);
    assert.equal((await homePage()).statusCode, 200);
    assert.deepEqual(await versions('marketing'), []);
    assert.deepEqual((await get('/readyz')).json().withheld, ['marketing']);
    assert.ok(log.some((line) => line.includes('marketing is withheld')));
    await releases.store.write(newest, file);
    await untilServed(context, { versions }, '1.1.0', '1.0.0');
  });

  test('Without the newest record of the shell there is no site: nothing older is served', async (context) => {
    const { releases } = await siteWithState(context);
    await releases.change('marketing', {});
    await releases.store.remove(recordPath('shell', 2));
    const { homePage } = await gateway(context, releases.folder);
    const { statusCode, body } = await homePage();
    assert.equal(statusCode, 503);
    assert.match(body, /^The site cannot be shown at the moment\./);
  });

  test('A gateway with an empty disk serves an app only if its log is long enough', async (context) => {
    const { releases } = await siteWithState(context);
    const { number = 0 } = await releases.record('marketing');
    const { hash } = claimedRecord(await releases.store.read(newest, 100_000)) ?? {};
    const floor = { RELEASES_AT_LEAST: `marketing:${number}:${hash}` };
    const long = await gateway(context, releases.folder, floor);
    assert.deepEqual(await long.versions('marketing'), ['1.1.0', '1.0.0']);
    await cutOff(releases);
    const short = await gateway(context, releases.folder, floor);
    assert.deepEqual(await short.versions('marketing'), []);
    assert.ok(short.log.some((line) => line.includes('RELEASES_AT_LEAST has seen')));
  });

  test('A release that was named long ago is served to a page that is still open', async (context) => {
    const releases = await fixtureSite(context);
    const versions = Array.from({ length: 13 }, (_, index) => `1.${index + 1}.0`);
    for (const version of versions) {
      await releases.writeRemote('marketing', version);
      await releases.serve({ shell: '1.0.0', marketing: version });
    }
    await releases.writeRemote('marketing', '9.0.0');
    const { get } = await gateway(context, releases.folder);
    const script = (version: string) => get(`/releases/marketing/${version}/home.js`);
    assert.equal((await script('1.0.0')).statusCode, 200);
    assert.equal((await script('9.0.0')).statusCode, 404);
  });

  test('After a restart without a revoked key, the previous record counts, and later ones are followed', async (context) => {
    const releases = await fixtureSite(context);
    const { folder } = await fixtureReleases(context);
    const STATE_DIR = join(folder, 'gateway');
    const revoked = await newPublisherKey('revoked', ['*']);
    const { log, keys } = JSON.parse(PUBLISHERS);
    const before = JSON.stringify({ log, keys: [...keys, publicPart(revoked)] });
    for (const version of ['1.1.0', '1.2.0']) await releases.writeRemote('marketing', version);
    for (const _ of [1, 2])
      await releases.serve({ shell: '1.0.0', marketing: ['1.1.0', '1.0.0'] }, revoked);
    const first = await gateway(context, releases.folder, { STATE_DIR, PUBLISHERS: before });
    assert.deepEqual(await first.versions('marketing'), ['1.1.0', '1.0.0']);
    await first.stop();

    const second = await gateway(context, releases.folder, { STATE_DIR });
    assert.deepEqual(await second.versions('marketing'), ['1.0.0']);
    await releases.serve({ shell: '1.0.0', marketing: '1.2.0' });
    await wait(lookMs);
    assert.deepEqual(await second.versions('marketing'), ['1.2.0']);
  });

  test('While the store cannot be read, the gateway serves what it has read', async (context) => {
    const { releases, STATE_DIR } = await siteWithState(context);
    const { versions, homePage, log } = await gateway(context, releases.folder, { STATE_DIR });
    await versions('marketing');
    await rm(join(releases.folder, 'log'), { recursive: true });
    await writeFile(join(releases.folder, 'log'), 'not a folder');
    for (const _ of [1, 2]) {
      await wait(lookMs);
      assert.deepEqual(await versions('marketing'), ['1.1.0', '1.0.0']);
      assert.equal((await homePage()).statusCode, 200);
    }
    assert.equal(log.filter((line) => line.includes('"level":60')).length, 0);
  });

  test('Each outage of the store is logged once', async (context) => {
    const { store, folder } = await fixtureSite(context);
    const lines: string[] = [];
    const { log } = fastify({ logger: { stream: { write: (line) => lines.push(line) } } });
    const followed = new FollowedLog(store, readEnv({ RELEASES: folder, PUBLISHERS }), log);
    for (const outages of [1, 2]) {
      await followed.read();
      const away = async () => Promise.reject(new Error('connect ECONNREFUSED'));
      const { mock } = context.mock.method(store, 'read', away);
      for (const _ of [1, 2]) await followed.read();
      assert.equal(lines.filter((line) => line.includes('cannot be read')).length, outages);
      mock.restore();
    }
  });
});

describe('A state that cannot be kept', { concurrency: true }, () => {
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
    test(`${what}: the site is served, and the state is kept once it can be`, async (context) => {
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
      await expectKept(context, releases, STATE_DIR);
    });
  }
});

describe('A kept state', { concurrency: true }, () => {
  const damages: [what: string, damage: (context: TestContext, file: string) => Promise<void>][] = [
    ['is cut short', async (_context, file) => truncate(file, 20)],
    ['is empty', async (_context, file) => truncate(file)],
    ['is a pipe', pipe],
  ];

  for (const [what, damage] of damages) {
    test(`that ${what}: the site is served as published, the log says what to do, and a new state is kept`, async (context) => {
      const { releases, STATE_DIR } = await siteWithState(context);
      await serveOnce(context, releases, STATE_DIR);
      assert.deepEqual(await readdir(STATE_DIR), ['release-log.json']);
      await damage(context, join(STATE_DIR, 'release-log.json'));
      const first = await gateway(context, releases.folder, { STATE_DIR });
      assert.equal((await first.homePage()).statusCode, 200);
      assert.deepEqual(await first.versions('marketing'), ['1.1.0', '1.0.0']);
      assert.equal(first.log.filter((line) => line.includes('by \\"pnpm releases\\"')).length, 1);
      await first.stop();
      await expectKept(context, releases, STATE_DIR);
    });
  }

  test('names current and earlier releases, even for simultaneous requests', async (context) => {
    const { releases, STATE_DIR } = await siteWithState(context);
    await releases.serve({ shell: '1.0.0', marketing: ['1.1.0'] });
    await serveOnce(context, releases, STATE_DIR);
    const env = readEnv({ RELEASES: releases.folder, PUBLISHERS, STATE_DIR });
    const log = new FollowedLog(releases.store, env, fastify().log);
    await log.read();
    const versions = ['1.1.0', '1.1.0', '1.0.0', '1.0.0', '0.9.0', '0.9.0'];
    const named = await Promise.all(versions.map((it) => log.hadNamed('marketing', it)));
    assert.deepEqual(named, [true, true, true, true, false, false]);
  });

  test('is valid if the machine stopped before the next one was renamed', async (context) => {
    const { releases, STATE_DIR } = await siteWithState(context);
    await serveOnce(context, releases, STATE_DIR);
    await writeFile(join(STATE_DIR, 'release-log.json.new'), '{"state":');
    await expectKept(context, releases, STATE_DIR);
  });
});

/** A site with two records of each app, and a folder for a gateway. */
async function siteWithState(context: TestContext) {
  const releases = await fixtureSite(context);
  await releases.writeRemote('marketing', '1.1.0');
  await releases.serve({ shell: '1.0.0', marketing: ['1.1.0', '1.0.0'] });
  const { folder } = await fixtureReleases(context);
  return { releases, STATE_DIR: join(folder, 'gateway') };
}

/** Starts a gateway, and stops it once it has kept the state. */
async function serveOnce(context: TestContext, { folder }: FixtureReleases, STATE_DIR: string) {
  const { versions, stop } = await gateway(context, folder, { STATE_DIR });
  await versions('marketing');
  await stop();
}

/** Removes the newest record of marketing. */
const cutOff = ({ store }: FixtureReleases) => store.remove(newest);

/** Expects that a gateway with a log that was cut off serves what was served before. */
async function expectKept(context: TestContext, releases: FixtureReleases, STATE_DIR: string) {
  await cutOff(releases);
  const { versions, homePage, stop } = await gateway(context, releases.folder, { STATE_DIR });
  assert.deepEqual(await versions('marketing'), ['1.1.0', '1.0.0']);
  assert.equal((await homePage()).statusCode, 200);
  await stop();
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
