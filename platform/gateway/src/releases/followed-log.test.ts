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
import { newPublisherKey, publicPart } from '@kargo/release-log/contract/release-signature';
import { entryPath } from '@kargo/release-log/log/log-entry';
import { pipe } from '@kargo/release-log/testing/pipe';
import fastify from 'fastify';
import { readEnv } from '../env.ts';
import {
  type FixtureReleases,
  fixtureReleases,
  fixtureSite,
  PUBLISHERS,
} from '../testing/fixture-releases.ts';
import { busyMachine, gateway } from '../testing/gateway.ts';
import { FollowedLog } from './followed-log.ts';
import { keepState, mostNamed } from './kept-state.ts';

/** Longer than the gateway's interval of checking the log. */
const lookMs = 600;

const isCutOff = (line: string) => /log\/0000000002\.json was served before and is gone/.test(line);

describe('A log that was changed', { concurrency: true }, () => {
  test('A log that was cut off changes nothing and is logged, also after a restart', async (context) => {
    const { releases, STATE_DIR } = await siteWithState(context);
    await serveOnce(context, releases, STATE_DIR);
    await cutOff(releases);
    const second = await gateway(context, releases.folder, { STATE_DIR });
    for (const _ of [1, 2]) {
      assert.deepEqual(await second.versions('marketing'), ['1.1.0', '1.0.0']);
      await wait(lookMs);
    }
    assert.equal((await second.homePage()).statusCode, 200);
    assert.equal(second.log.filter(isCutOff).length, 1);
    await second.stop();

    // As docs/operations.md says.
    const { state } = JSON.parse(await readFile(join(STATE_DIR, 'release-log.json'), 'utf8'));
    await releases.store.write(entryPath(state.generation), Buffer.from(state.entry));
    const third = await gateway(context, releases.folder, { STATE_DIR });
    assert.deepEqual(await third.versions('marketing'), ['1.1.0', '1.0.0']);
    assert.equal(third.log.filter(isCutOff).length, 0);
  });

  test('An entry that cannot be read has not gone', async (context) => {
    const releases = await fixtureSite(context);
    await mkdir(join(releases.folder, entryPath(2)));
    const { homePage, log } = await gateway(context, releases.folder);
    assert.equal((await homePage()).statusCode, 200);
    assert.deepEqual(log.filter(isCutOff), []);
  });

  test('Entries behind one that was replaced are not followed', async (context) => {
    const { releases, STATE_DIR } = await siteWithState(context);
    const { versions, log } = await gateway(context, releases.folder, { STATE_DIR });
    await versions('marketing');
    await cutOff(releases);
    for (const _ of [1, 2, 3]) await releases.serve({ shell: '1.0.0', marketing: '1.0.0' });
    await wait(lookMs);
    assert.deepEqual(await versions('marketing'), ['1.1.0', '1.0.0']);
    assert.ok(log.some((line) => /0000000003\.json: It does not follow the entry/.test(line)));
  });

  test('A gateway with an empty disk accepts a log only if it is long enough', async (context) => {
    const releases = await fixtureSite(context);
    const { homePage, log } = await gateway(context, releases.folder, { RELEASES_AT_LEAST: '2' });
    assert.equal((await homePage()).statusCode, 503);
    assert.ok(log.some((line) => line.includes('RELEASES_AT_LEAST is 2')));
    await releases.serve({ shell: '1.0.0', marketing: '1.0.0' });
    await wait(lookMs);
    assert.equal((await homePage()).statusCode, 200);
  });

  test('A file behind a gap is named once, and neither followed nor counted by the floor', async (context) => {
    const { releases, STATE_DIR } = await siteWithState(context);
    const running = await gateway(context, releases.folder, { STATE_DIR });
    assert.deepEqual(await running.versions('marketing'), ['1.1.0', '1.0.0']);
    await releases.store.write(entryPath(500), await releases.store.read(entryPath(1), 1e6));
    const isNamed = (line: string) => line.includes('log/0000000500.json');
    const fresh = await gateway(context, releases.folder);
    const floored = await gateway(context, releases.folder, { RELEASES_AT_LEAST: '3' });
    for (const { homePage, versions, log, status } of [
      { ...running, status: 200 },
      { ...fresh, status: 200 },
      { ...floored, status: 503 },
    ]) {
      assert.equal((await homePage()).statusCode, status);
      if (status !== 200) continue;
      assert.deepEqual(await versions('marketing'), ['1.1.0', '1.0.0']);
      await context.waitFor(async () => {
        await homePage();
        assert.equal(log.filter(isNamed).length, 1);
      }, busyMachine);
    }
    assert.equal(await releases.serve({ shell: '1.0.0', marketing: '1.0.0' }), 3);
    for (const { homePage, versions } of [running, fresh, floored])
      await context.waitFor(async () => {
        assert.equal((await homePage()).statusCode, 200);
        assert.deepEqual(await versions('marketing'), ['1.0.0']);
      }, busyMachine);
  });

  test('Garbage does not reach the floor', async (context) => {
    const releases = await fixtureSite(context);
    await releases.writeEntry('garbage');
    const { homePage } = await gateway(context, releases.folder, { RELEASES_AT_LEAST: '2' });
    assert.equal((await homePage()).statusCode, 503);
  });

  test('A row of garbage is one line, for a new gateway and a running one', async (context) => {
    const releases = await fixtureSite(context);
    const running = await gateway(context, releases.folder);
    assert.equal((await running.homePage()).statusCode, 200);
    for (let number = 2; number <= 1500; number += 1)
      await writeFile(join(releases.folder, entryPath(number)), 'x');
    const fresh = await gateway(context, releases.folder);
    for (const { homePage, log } of [fresh, running]) {
      await context.waitFor(async () => {
        assert.equal((await homePage()).statusCode, 200);
        const [line, ...others] = log.filter((it) => it.includes('does not count'));
        assert.match(`${line}`, /Nor do the 1498 entries behind it count/);
        assert.deepEqual(others, []);
      }, busyMachine);
    }
  });

  test('After a restart without a key that was revoked, the record before is served, and the log is followed', async (context) => {
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

  test('While the store cannot be read, what was read before is served', async (context) => {
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

  test('is kept as it was read, whatever became of the log meanwhile', async (context) => {
    const { releases, STATE_DIR } = await siteWithState(context);
    const entry = `${await releases.store.read(entryPath(2), 100_000)}`;
    await writeFile(STATE_DIR, '');
    const env = readEnv({ RELEASES: releases.folder, PUBLISHERS, STATE_DIR });
    const followed = new FollowedLog(releases.store, env, fastify().log);
    await followed.read();
    await cutOff(releases);
    await rm(STATE_DIR);
    await followed.read();
    const kept = JSON.parse(await readFile(join(STATE_DIR, 'release-log.json'), 'utf8'));
    assert.equal(kept.state.entry, entry);
  });
});

describe('A kept state', { concurrency: true }, () => {
  const damages: [what: string, damage: (context: TestContext, file: string) => Promise<void>][] = [
    ['is cut short', async (_context, file) => truncate(file, 20)],
    ['is empty', async (_context, file) => truncate(file)],
    [
      'says another generation',
      async (_context, file) => {
        const text = await readFile(file, 'utf8');
        assert.ok(text.includes('"generation":2'));
        await writeFile(file, text.replace('"generation":2', '"generation":1'));
      },
    ],
    ['is a pipe', pipe],
  ];

  for (const [what, damage] of damages) {
    test(`that ${what}: the site is served as it is published, the log tells what to do, and it is kept anew`, async (context) => {
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

  test('names a thousand releases, and forgets those first that were named the longest ago', async (context) => {
    const { releases, STATE_DIR } = await siteWithState(context);
    const env = readEnv({ RELEASES: releases.folder, PUBLISHERS, STATE_DIR });
    const start = async () => {
      await new FollowedLog(releases.store, env, fastify().log).read();
      return JSON.parse(await readFile(join(STATE_DIR, 'release-log.json'), 'utf8')).state;
    };
    const before = await start();
    const old = Array.from(
      { length: mostNamed.names - before.named.length },
      (_, at) => `old/${at}`,
    );
    await keepState(STATE_DIR, { ...before, named: [...old, ...before.named] });
    for (const [first, version] of [
      ['old/1', '1.2.0'],
      ['old/2', '1.3.0'],
    ]) {
      await releases.serve({ shell: '1.0.0', marketing: `${version}` });
      const { named } = await start();
      assert.equal(named.length, mostNamed.names);
      assert.equal(named[0], first);
      for (const name of [...before.named, `marketing/${version}`]) assert.ok(named.includes(name));
    }
  });

  test('that was not yet renamed when the machine stopped changes nothing', async (context) => {
    const { releases, STATE_DIR } = await siteWithState(context);
    await serveOnce(context, releases, STATE_DIR);
    await writeFile(join(STATE_DIR, 'release-log.json.new'), '{"state":');
    await expectKept(context, releases, STATE_DIR);
  });
});

/** A site whose log has two entries, and a folder for a gateway that does not exist yet. */
async function siteWithState(context: TestContext) {
  const releases = await fixtureSite(context);
  await releases.writeRemote('marketing', '1.1.0');
  await releases.serve({ shell: '1.0.0', marketing: ['1.1.0', '1.0.0'] });
  const { folder } = await fixtureReleases(context);
  return { releases, STATE_DIR: join(folder, 'gateway') };
}

/** Starts a gateway, and stops it when the state has been stored. */
async function serveOnce(context: TestContext, { folder }: FixtureReleases, STATE_DIR: string) {
  const { versions, stop } = await gateway(context, folder, { STATE_DIR });
  await versions('marketing');
  await stop();
}

/** Removes the last entry of the log. */
const cutOff = ({ store }: FixtureReleases) => store.remove(entryPath(2));

/** Expects that a gateway started with a log that was cut off serves what was served before. */
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
