import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { ReleaseCandidates } from 'shared-types/release';
import { releaseMapPath } from 'shared-types/release-addresses';
import type { ReleaseRecord } from 'shared-types/release-map';
import { buildApp } from '../app.ts';
import { readEnv } from '../env.ts';
import { fixtureReleases, fixtureSite } from '../testing/fixture-releases.ts';

// Each of these waits for the gateway to look again, so they wait together.
describe('Published releases', { concurrency: true }, () => {
  test('A published release is served within a second, without a restart', async (context) => {
    const releases = await fixtureSite(context);
    const { homePage } = await gateway(context, releases.folder);
    const before = await homePage();
    assert.match(before.body, /\/releases\/marketing\/1\.0\.0\/remoteEntry\.js/);

    await releases.writeRemote('marketing', '1.1.0');
    await releases.writeShell('2.0.0', { 'public/humans.txt': 'Written by others.\n' });
    await releases.writeMap({ shell: '2.0.0', marketing: '1.1.0' });
    await wait(1000);

    const after = await homePage();
    assert.match(after.body, /\/releases\/marketing\/1\.1\.0\/remoteEntry\.js/);
    assert.match(after.body, /src="\/releases\/shell\/2\.0\.0\/main\.js"/);
    assert.notEqual(after.headers.etag, before.headers.etag);
  });

  test('Going back to an earlier release is served too', async (context) => {
    const releases = await fixtureSite(context);
    const { homePage } = await gateway(context, releases.folder);
    await releases.writeRemote('marketing', '1.1.0');
    for (const version of ['1.1.0', '1.0.0']) {
      await releases.writeMap({ shell: '1.0.0', marketing: version });
      await wait(300);
      assert.ok((await homePage()).body.includes(`/marketing/${version}/remoteEntry.js`));
    }
  });

  const brokenMaps: [what: string, content: string][] = [
    ['is cut short', '{"generation":1,"apps":{'],
    ['is empty', ''],
    ['is another document', '{"remotes":[]}'],
    [
      'names a shell that is not there',
      '{"generation":1,"apps":{"shell":[{"version":"9","passed":"all"}]}}',
    ],
  ];

  for (const [what, content] of brokenMaps) {
    test(`While the map ${what}, the last good releases are served, and it is logged once`, async (context) => {
      const releases = await fixtureSite(context);
      const { homePage, log } = await gateway(context, releases.folder);
      const before = await homePage();
      await releases.writeRawMap(content);
      for (const _ of [1, 2, 3]) {
        await wait(300);
        assert.equal((await homePage()).headers.etag, before.headers.etag);
      }
      assert.equal(log.filter((line) => line.includes('not all that is published')).length, 1);

      await releases.writeRemote('marketing', '1.1.0');
      await releases.writeMap({ shell: '1.0.0', marketing: '1.1.0' });
      await wait(300);
      assert.match((await homePage()).body, /marketing\/1\.1\.0\/remoteEntry/);
    });
  }

  test('When the whole folder is gone, the pages stay', async (context) => {
    const releases = await fixtureSite(context);
    const { homePage } = await gateway(context, releases.folder);
    await homePage();
    await rm(releases.folder, { recursive: true });
    await wait(300);
    assert.equal((await homePage()).statusCode, 200);
  });

  test("A remote's release that is not there keeps nobody else from being published", async (context) => {
    const releases = await fixtureSite(context);
    const { homePage, log } = await gateway(context, releases.folder);
    await homePage();
    await releases.writeShell('2.0.0');
    await rm(join(releases.folder, 'marketing'), { recursive: true });
    await releases.writeMap({ shell: '2.0.0', marketing: '1.0.0' });
    await wait(300);

    const page = await homePage();
    assert.match(page.body, /src="\/releases\/shell\/2\.0\.0\/main\.js"/);
    assert.doesNotMatch(page.body, /rel="preload"/);
    assert.ok(log.some((line) => /marketing.1\.0\.0.release\.json/.test(line)));

    // Looking again and again for what is missing is no change.
    for (const _ of [1, 2]) {
      await wait(300);
      await homePage();
    }
    assert.equal(log.filter((line) => line.includes('releases changed')).length, 2);
    assert.equal(log.filter((line) => line.includes('not all that is published')).length, 1);

    // It was only slow to arrive.
    await releases.writeRemote('marketing', '1.0.0');
    await wait(300);
    assert.match((await homePage()).body, /rel="preload"/);
  });

  test('The best of the releases before takes over, as long as it is whole and goes with the shell', async (context) => {
    const releases = await fixtureReleases(context);
    const { fallback } = await gateway(context, releases.folder);
    await releases.writeShell('1.0.0', {}, { provides: { react: '19.0.0' } });
    const all = ['1.4.0', '1.3.0', '1.2.0', '1.1.0', '1.0.0'] as const;
    for (const version of all) await releases.writeRemote('marketing', version);
    const records = Object.fromEntries(
      all.map((version): [string, ReleaseRecord] => [version, { version, passed: 'all' }]),
    ) as Record<(typeof all)[number], ReleaseRecord>;
    const expectFallback = async (expected: string | undefined) => {
      const apps = {
        shell: [{ version: '1.0.0', passed: 'all' }],
        marketing: all.map((version) => records[version]),
      };
      await releases.writeRawMap(JSON.stringify({ generation: 1, apps }));
      await wait(300);
      assert.equal(await fallback(), expected);
    };
    await expectFallback('1.3.0');
    records['1.3.0'].passed = 'without-browser';
    await expectFallback('1.2.0');
    records['1.2.0'].withdrawn = 'throws';
    await expectFallback('1.1.0');
    const files = { 'home.js': { sha384: '', size: 1 } };
    await releases.writeRemote('marketing', '1.1.0', { files });
    records['1.4.0'].at = 'again';
    await expectFallback('1.0.0');
    await releases.writeRemote('marketing', '1.0.0', { needs: { react: '^18.0.0' } });
    records['1.4.0'].at = 'once more';
    await expectFallback('1.3.0');
    records['1.3.0'].withdrawn = 'throws too';
    await expectFallback(undefined);
  });

  test('A map from before it held a history is served', async (context) => {
    const releases = await fixtureSite(context);
    await rm(join(releases.folder, '.map'), { recursive: true });
    const entry = (app: string, file: string) => [{ url: `/releases/${app}/1.0.0/${file}` }];
    const microFrontends = {
      'kargo/shell': entry('shell', 'main.js'),
      'kargo/marketing': entry('marketing', 'remoteEntry.js'),
    };
    await releases.writeRawMap(JSON.stringify({ microFrontends }), 'release-map.json');
    const { homePage } = await gateway(context, releases.folder);
    assert.match((await homePage()).body, /\/releases\/marketing\/1\.0\.0\/remoteEntry\.js/);
  });

  test('The first publish opens the site', async (context) => {
    const releases = await fixtureReleases(context);
    const { homePage } = await gateway(context, releases.folder);
    assert.equal((await homePage()).statusCode, 503);
    await releases.writeShell('1.0.0');
    await releases.writeMap({ shell: '1.0.0' });
    await wait(300);
    assert.equal((await homePage()).statusCode, 200);
  });
});

async function gateway(context: TestContext, folder: string) {
  const log: string[] = [];
  const env = readEnv({ RELEASES_DIR: folder });
  const app = await buildApp(env, { write: (line) => log.push(line) });
  context.after(() => app.close());
  return {
    log,
    homePage: () => app.inject('/'),
    /** The version that takes over when the current release of marketing fails. */
    async fallback(): Promise<string | undefined> {
      const candidates: ReleaseCandidates = (await app.inject(releaseMapPath)).json();
      return candidates.marketing?.[1]?.version;
    },
  };
}
