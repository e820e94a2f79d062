import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { appendFile, cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { LoggedRelease } from '@kargo/release-log/log/app-record';
import { newPublisherKey, parsePublishers } from '@kargo/release-log/rules/release-signature';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import type { StoredObject } from '@kargo/release-log/stores/release-store';
import { headPlaceholder, inlineScriptFile } from '@kargo/shared-types/releases/release-addresses';
import { buildApp } from '../../app.ts';
import { readEnv } from '../../env.ts';
import { gatewayMetrics } from '../../gateway-metrics.ts';
import {
  type FixtureReleases,
  fixtureReleases,
  fixtureSite,
  PUBLISHERS,
} from '../../testing/fixture-releases.ts';
import { busyMachine, gateway } from '../../testing/gateway.ts';
import { VerifiedFiles } from '../files/verified-files.ts';
import { CurrentReleases } from './current-releases.ts';

const publishers = parsePublishers(PUBLISHERS, 'PUBLISHERS');

// Each test waits for the gateway to check the log again, so they run concurrently.
type Ask = () => Promise<{ body: string }>;

const untilShown = (context: TestContext, homePage: Ask, shown: RegExp) =>
  context.waitFor(async () => assert.match((await homePage()).body, shown), busyMachine);

describe('Published releases', { concurrency: 4 }, () => {
  test('A published release is served without a restart, and so is an earlier one after going back', async (context) => {
    const releases = await fixtureSite(context);
    const { homePage } = await gateway(context, releases.folder);
    const before = await homePage();
    assert.match(before.body, /\/releases\/marketing\/1\.0\.0\/remoteEntry\.js/);

    await releases.writeRemote('marketing', '1.1.0');
    await releases.writeShell('2.0.0', { 'public/humans.txt': 'Written by others.\n' });
    await releases.serve({ shell: '2.0.0', marketing: '1.1.0' });
    await untilShown(context, homePage, /\/releases\/marketing\/1\.1\.0\/remoteEntry\.js/);

    const after = await homePage();
    assert.match(after.body, /src="\/releases\/shell\/2\.0\.0\/main\.js"/);
    assert.notEqual(after.headers.etag, before.headers.etag);

    await releases.serve({ shell: '2.0.0', marketing: '1.0.0' });
    await untilShown(context, homePage, /\/releases\/marketing\/1\.0\.0\/remoteEntry\.js/);
  });

  test('A record that cannot be read changes nothing, and is logged once', async (context) => {
    const releases = await fixtureSite(context);
    const { homePage, log } = await gateway(context, releases.folder);
    const before = await homePage();
    await releases.writeRecord('marketing', '{"head":"e30');
    for (const _ of [1, 2, 3]) {
      await wait(600);
      assert.equal((await homePage()).headers.etag, before.headers.etag);
    }
    assert.equal(log.filter((line) => line.includes('does not count')).length, 1);

    await releases.writeRemote('marketing', '1.1.0');
    await releases.serve({ shell: '1.0.0', marketing: '1.1.0' });
    await untilShown(context, homePage, /marketing\/1\.1\.0\/remoteEntry/);
  });

  test('When the whole folder is gone, the pages stay', async (context) => {
    const releases = await fixtureSite(context);
    const { homePage } = await gateway(context, releases.folder);
    await homePage();
    await rm(releases.folder, { recursive: true });
    await wait(600);
    assert.equal((await homePage()).statusCode, 200);
  });

  test("A remote's missing release does not prevent other apps from being published", async (context) => {
    const releases = await fixtureSite(context);
    const { homePage, log } = await gateway(context, releases.folder);
    await homePage();
    await releases.writeShell('2.0.0');
    await releases.serve({ shell: '2.0.0', marketing: '1.0.0' });
    await rm(join(releases.folder, 'marketing'), { recursive: true });
    await untilShown(context, homePage, /src="\/releases\/shell\/2\.0\.0\/main\.js"/);

    assert.doesNotMatch((await homePage()).body, /rel="preload"/);
    assert.ok(log.some((line) => /marketing.1\.0\.0.release\.json/.test(line)));

    // Repeated checks for a missing file are not logged as changes.
    for (const _ of [1, 2]) {
      await wait(600);
      await homePage();
    }
    assert.equal(log.filter((line) => line.includes('releases changed')).length, 2);
    assert.equal(
      log.filter((line) => line.includes('some published releases cannot be used')).length,
      1,
    );

    // The release arrives late.
    await releases.writeRemote('marketing', '1.0.0');
    await untilShown(context, homePage, /rel="preload"/);
  });

  test('The fallback is the best earlier release that is complete and compatible with the shell', async (context) => {
    const releases = await fixtureReleases(context);
    const { versions } = await gateway(context, releases.folder);
    await releases.writeShell('1.0.0', {}, { provides: { react: '19.0.0' } });
    const all = ['1.4.0', '1.3.0', '1.2.0', '1.1.0', '1.0.0'] as const;
    for (const version of all) await releases.writeRemote('marketing', version);
    const records = Object.fromEntries(all.map((version) => [version, { version }])) as Record<
      (typeof all)[number],
      { version: string } & Partial<LoggedRelease>
    >;
    const expectFallback = async (expected: string | undefined) => {
      await releases.serve({ shell: '1.0.0', marketing: all.map((version) => records[version]) });
      await context.waitFor(
        async () => assert.equal((await versions('marketing'))[1], expected),
        busyMachine,
      );
    };
    await expectFallback('1.3.0');
    records['1.3.0'].opened = null;
    await expectFallback('1.2.0');
    records['1.2.0'].withdrawn = 'throws';
    await expectFallback('1.1.0');
    const files = { 'home.js': { sha384: '', size: 1 } };
    await releases.writeRemote('marketing', '1.1.0', { files });
    await expectFallback('1.0.0');
    await releases.writeRemote('marketing', '1.0.0', { needs: { react: '^18.0.0' } });
    await expectFallback('1.3.0');
    records['1.3.0'].withdrawn = 'throws too';
    await expectFallback(undefined);
  });

  test('The first publish opens the site', async (context) => {
    const releases = await fixtureReleases(context);
    const { homePage } = await gateway(context, releases.folder);
    assert.equal((await homePage()).statusCode, 503);
    await releases.writeShell('1.0.0');
    await releases.serve({ shell: '1.0.0' });
    await context.waitFor(async () => {
      assert.equal((await homePage()).statusCode, 200);
    }, busyMachine);
  });
});

test('Under load no request waits while a publish is read; after a quiet time requests wait', async (context) => {
  const releases = await fixtureSite(context);
  let held: Promise<void> = Promise.resolve();
  class SlowFiles extends VerifiedFiles {
    override async release(app: string, version: string) {
      await held;
      return super.release(app, version);
    }
  }
  const files = new SlowFiles(new FolderStore(releases.folder), publishers);
  const currentReleases = await following(releases.folder, files);
  const current = async () => (await currentReleases.current()).releases.get('marketing')?.version;
  let nowMs = 0;
  context.mock.method(performance, 'now', () => nowMs);
  assert.equal(await current(), '1.0.0');

  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  await releases.writeRemote('marketing', '1.1.0');
  await releases.serve({ shell: '1.0.0', marketing: '1.1.0' });
  for (nowMs of [260, 400]) assert.equal(await current(), '1.0.0');
  nowMs = 600;
  const later = current();
  resolve();
  assert.equal(await later, '1.1.0');

  // A slow store's long check delays only the first request.
  held = new Promise(() => {});
  await releases.serve({ shell: '1.0.0', marketing: '1.0.0' });
  nowMs += 300;
  assert.equal(await current(), '1.1.0');
  nowMs += 1100;
  assert.equal(await Promise.race([current(), wait(800)]), '1.1.0');
});

test('What takes long to read, and has a problem, is read for a quarter of the time', async (context) => {
  const releases = await fixtureSite(context);
  await releases.writeRemote('auth', '1.0.0', {}, await newPublisherKey('stranger', ['auth']));
  await releases.serve({ shell: '1.0.0', marketing: '1.0.0', auth: '1.0.0' });
  let nowMs = 0;
  let readings = 0;
  context.mock.method(performance, 'now', () => nowMs);
  class LargeFiles extends VerifiedFiles {
    override async release(app: string, version: string) {
      nowMs += 200;
      if (app === 'auth') readings += 1;
      return super.release(app, version);
    }
  }
  const files = new LargeFiles(new FolderStore(releases.folder), publishers);
  const currentReleases = await following(releases.folder, files);
  for (let second = 0; second < 20; second += 1) {
    await currentReleases.current();
    nowMs += 600;
  }
  // Each tries it as the current release and as a fallback.
  assert.ok(readings >= 6 && readings <= 12, `${readings} of 40`);
});

test('A folder with too many files is not listed to its end', async (context) => {
  const releases = await fixtureSite(context);
  await releases.writeRemote('marketing', '0.9.0');
  await releases.serve({ shell: '1.0.0', marketing: ['1.0.0', '0.9.0'] });
  const planted = Array.from({ length: 6000 }, (_, index) => `0.9.0/planted-${index}`);
  for (const name of planted) writeFileSync(join(releases.folder, 'marketing', name), '');
  const listed: number[] = [];
  class ListedStore extends FolderStore {
    override async list(folder: string, most?: number): Promise<StoredObject[]> {
      const objects = await super.list(folder, most);
      listed.push(objects.length);
      return objects;
    }
  }
  const files = new VerifiedFiles(new ListedStore(releases.folder), publishers);
  const { releases: current } = await (await following(releases.folder, files)).current();
  assert.equal(current.get('marketing')?.version, '1.0.0');
  assert.ok(listed.length > 0 && Math.max(...listed) <= 4096, `${listed}`);
});

/** A store that does not respond for one path. */
class AwayStore extends FolderStore {
  away = '';

  override async read(path: string, maxBytes: number): Promise<Buffer> {
    if (path === this.away) throw new Error('away');
    return super.read(path, maxBytes);
  }

  override async list(folder: string): Promise<StoredObject[]> {
    if (folder === this.away) throw new Error('away');
    return super.list(folder);
  }
}

describe('Releases that could not be read are read again, without a new record', {
  concurrency: 4,
}, () => {
  const aways: [app: string, away: string][] = [
    ['marketing', 'marketing/0.9.0/release.json'],
    ['shell', 'shell/0.9.0/index.html'],
    ['marketing', 'marketing/0.9.0'],
    ['marketing', 'marketing/0.9.0/release.jws'],
    ['shell', `shell/0.9.0/${inlineScriptFile('fallback')}`],
  ];
  for (const [app, away] of process.env.PROOF ? aways : aways.slice(0, 2)) {
    test(`a fallback, if ${away} could not be read`, async (context) => {
      const releases = await fixtureSite(context);
      await releases.writeRemote('marketing', '0.9.0');
      await releases.writeShell('0.9.0', { [inlineScriptFile('fallback')]: '1;' });
      await releases.serve({ shell: ['1.0.0', '0.9.0'], marketing: ['1.0.0', '0.9.0'] });
      const store = new AwayStore(releases.folder);
      const files = new VerifiedFiles(store, publishers);
      const currentReleases = await following(releases.folder, files);
      const versions = async () =>
        (await currentReleases.current()).releaseMap[app]?.map(({ version }) => version);
      store.away = away;
      assert.deepEqual(await versions(), ['1.0.0']);
      const { problems } = await currentReleases.current();
      assert.deepEqual(problems, [`${away}: away`]);
      store.away = '';
      await context.waitFor(async () => {
        assert.deepEqual(await versions(), ['1.0.0', '0.9.0']);
      }, busyMachine);
    });
  }

  test('what a visitor gets in place of the current release', async (context) => {
    const releases = await fixtureSite(context);
    await releases.writeRemote('marketing', '2.0.0');
    const store = new AwayStore(releases.folder);
    const files = new VerifiedFiles(store, publishers);
    const currentReleases = await following(releases.folder, files);
    const published = await currentReleases.current();
    const pins = new Map([['marketing', { version: '2.0.0' }]]);
    const shown = async () =>
      (await currentReleases.with(pins, published)).releases.get('marketing')?.version;
    store.away = 'marketing/2.0.0/release.json';
    assert.equal(await shown(), '1.0.0');
    store.away = '';
    await context.waitFor(async () => assert.equal(await shown(), '2.0.0'), busyMachine);
    const { mock } = context.mock.method(files, 'release');
    assert.equal(await shown(), '2.0.0');
    assert.equal(mock.callCount(), 0, 'it is cached now');
  });

  test('what a visitor gets stays the same if nothing can be read then', async (context) => {
    const releases = await fixtureSite(context);
    await releases.writeRemote('marketing', '2.0.0');
    const store = new AwayStore(releases.folder);
    const currentReleases = await following(releases.folder, new VerifiedFiles(store, publishers));
    const published = await currentReleases.current();
    const pins = new Map([['marketing', { version: '2.0.0' }]]);
    store.away = 'marketing/2.0.0/release.json';
    await currentReleases.with(pins, published);
    store.away = 'shell/1.0.0/release.json';
    for (let time = 0; time < 6; time += 1) {
      await wait(300);
      const { releases: shown } = await currentReleases.with(pins, published);
      assert.equal(shown.get('marketing')?.version, '1.0.0');
    }
  });
});

test('A previewed release is not served as a canary with another hash', async (context) => {
  const releases = await fixtureSite(context);
  await releases.writeRemote('marketing', '2.0.0');
  const files = new VerifiedFiles(releases.store, publishers);
  const currentReleases = await following(releases.folder, files);
  const published = await currentReleases.current();
  const shown = async (pin: { version: string; hash?: string }) => {
    const site = await currentReleases.with(new Map([['marketing', pin]]), published);
    return site.releases.get('marketing')?.version;
  };
  assert.equal(await shown({ version: '2.0.0' }), '2.0.0');
  assert.equal(await shown({ version: '2.0.0', hash: 'of the log' }), '1.0.0');
});

test('A page is made of the shell that the log names, whatever was stored and requested before', async (context) => {
  const releases = await fixtureSite(context);
  const files = new VerifiedFiles(releases.store, publishers);
  await releases.writeShell('1.0.0', { 'index.html': `<p>replaced</p>${headPlaceholder}` });
  assert.match(String((await files.read('shell', '1.0.0', 'index.html')).content), /replaced/);
  await releases.writeShell('1.0.0');
  const { shell } = await (await following(releases.folder, files)).current();
  assert.match(String(shell?.html), /<!doctype html>(?!.*replaced)/s);
});

describe('Signed releases', { concurrency: 4 }, () => {
  const refused: [
    what: string,
    spoil: (releases: FixtureReleases) => Promise<void>,
    problem: RegExp,
  ][] = [
    [
      'nobody signed',
      ({ folder }) => rm(join(folder, 'marketing/1.1.0/release.jws')),
      /marketing 1\.1\.0 is not signed/,
    ],
    [
      'is signed by a key that was revoked',
      async (releases) =>
        releases.writeRemote('marketing', '1.1.0', {}, await newPublisherKey('revoked', ['*'])),
      /marketing 1\.1\.0 is signed by revoked, which is not among PUBLISHERS/,
    ],
    [
      'was changed afterwards',
      ({ folder }) => appendFile(join(folder, 'marketing/1.1.0/release.json'), ' '),
      /marketing 1\.1\.0 is not what fixture signed/,
    ],
    [
      'is another app',
      ({ folder }) =>
        cp(join(folder, 'shell/1.0.0'), join(folder, 'marketing/1.1.0'), { recursive: true }),
      /marketing 1\.1\.0 is a copy of shell 1\.0\.0/,
    ],
  ];

  for (const [what, spoil, problem] of refused) {
    test(`A current release that ${what} is replaced by its fallback, and is logged once`, async (context) => {
      const releases = await fixtureSite(context);
      for (const version of ['0.9.0', '1.1.0']) await releases.writeRemote('marketing', version);
      await spoil(releases);
      await releases.serve({ shell: '1.0.0', marketing: ['1.1.0', '1.0.0', '0.9.0'] });
      const { homePage, versions, log } = await gateway(context, releases.folder);
      for (const _ of [1, 2]) {
        assert.deepEqual(await versions('marketing'), ['1.0.0', '0.9.0']);
        assert.match(
          (await homePage()).body,
          /rel="preload"[^>]* href="\/releases\/marketing\/1\.0\.0\//,
        );
        await wait(600);
      }
      assert.equal(log.filter((line) => problem.test(line)).length, 1);
    });
  }

  test('Without a fallback, a refused release affects only its own screens', async (context) => {
    const releases = await fixtureSite(context);
    await releases.writeRemote('marketing', '1.1.0', {}, await newPublisherKey('revoked', ['*']));
    await releases.serve({ shell: '1.0.0', marketing: ['1.1.0'] });
    const { homePage, versions } = await gateway(context, releases.folder);
    assert.deepEqual(await versions('marketing'), []);
    assert.equal((await homePage()).statusCode, 200);
  });

  test('A release that was replaced after the log named it is not served, not even as a fallback', async (context) => {
    const releases = await fixtureSite(context);
    for (const version of ['0.9.0', '1.1.0']) await releases.writeRemote('marketing', version);
    await releases.serve({ shell: '1.0.0', marketing: ['1.1.0', '1.0.0', '0.9.0'] });
    for (const version of ['1.1.0', '1.0.0'])
      await releases.writeRemote('marketing', version, { commit: 'replaced' });
    const { versions, log } = await gateway(context, releases.folder);
    assert.deepEqual(await versions('marketing'), ['0.9.0']);
    const problem = 'release.json of marketing 1.1.0 is not the one that the log names.';
    assert.ok(log.some((line) => line.includes(problem)));
  });

  test('A refused release is not a fallback either', async (context) => {
    const releases = await fixtureSite(context);
    const key = await newPublisherKey('revoked', ['*']);
    await releases.writeRemote('marketing', '0.9.0', {}, key);
    await releases.serve({ shell: '1.0.0', marketing: ['1.0.0', '0.9.0'] });
    const { versions, log } = await gateway(context, releases.folder);
    assert.deepEqual(await versions('marketing'), ['1.0.0']);
    assert.ok(
      !log.join().includes('some published releases cannot be used'),
      'it is not read again and again',
    );
  });

  test('A refused shell is replaced by its fallback; without one there is no site', async (context) => {
    const releases = await fixtureSite(context);
    const stranger = await newPublisherKey('stranger', ['*']);
    await releases.writeShell('9.9.9', {}, {}, stranger);
    await releases.serve({ shell: ['9.9.9', '1.0.0'], marketing: '1.0.0' });
    const first = await gateway(context, releases.folder);
    assert.match((await first.homePage()).body, /src="\/releases\/shell\/1\.0\.0\/main\.js"/);

    await releases.serve({ shell: '9.9.9', marketing: '1.0.0' });
    const second = await gateway(context, releases.folder);
    const page = await second.homePage();
    assert.equal(page.statusCode, 503);
    assert.doesNotMatch(page.body, /9\.9\.9/);
    // A gateway with a good release continues to use it.
    await wait(600);
    assert.equal((await first.homePage()).statusCode, 200);
  });
});

/** Returns the current releases of a folder, read through these files. */
async function following(folder: string, files: VerifiedFiles): Promise<CurrentReleases> {
  const { log } = await buildApp(readEnv({ RELEASES: folder, LOG_LEVEL: 'silent' }));
  const { store } = files;
  const env = { PUBLISHERS: publishers, RELEASES_AT_LEAST: [] };
  const create = async () => true;
  return new CurrentReleases(files, { store, create, env, log, metrics: gatewayMetrics() });
}
