import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { recordPath } from '@kargo/release-log/log/app-record';
import { cleanStore } from './clean.ts';
import { publishedVersions } from './read-release.ts';
import { newSite, type TestSite } from './testing/test-site.ts';

const dayMs = 24 * 60 * 60 * 1000;

const clean = ({ on }: TestSite, keep: number, days: number) =>
  cleanStore(on, ['shell', 'marketing'], {
    RELEASES_KEEP: `${keep}`,
    RELEASES_KEEP_DAYS: `${days}`,
  });

/** Lets this many days pass. */
const pass = ({ mock }: TestContext, days: number) => mock.timers.tick(days * dayMs);

const versionsIn = async ({ store }: TestSite) =>
  (await publishedVersions(store, 'marketing')).map(({ version }) => version);

function siteOf({ mock }: TestContext): TestSite {
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-01-01T00:00:00Z') });
  return newSite();
}

test('Finished versions are listed, the last published one first', async (context) => {
  const site = siteOf(context);
  for (const version of ['2.0.0', '1.9.0', '1.10.0']) {
    await site.publish({ version });
    pass(context, 1);
  }
  await site.store.write('marketing/3.0.0/remoteEntry.js', Buffer.from(''));
  assert.deepEqual(await versionsIn(site), ['1.10.0', '1.9.0', '2.0.0']);
  assert.deepEqual(await publishedVersions(site.store, 'auth'), []);
});

test('Old releases are removed unless they are current or may become a fallback', async (context) => {
  const site = siteOf(context);
  for (let number = 0; number < 14; number += 1) {
    await site.publish({ version: `1.${number}.0` });
    pass(context, 1);
  }
  pass(context, 86);
  // A record lists ten earlier releases; the two withdrawn ones are not needed.
  await site.makeCurrent('1.12.0', { withdraw: 'throws' });
  await site.makeCurrent('1.11.0', { withdraw: 'throws' });

  assert.deepEqual(await clean(site, 20, 30), []);
  assert.deepEqual(await clean(site, 0, 200), []);
  assert.deepEqual(
    await clean(site, 1, 30),
    [2, 1, 0].map((number) => `marketing 1.${number}.0`),
  );
  assert.equal((await versionsIn(site)).length, 11);
});

test('Releases that recent records name are kept', async (context) => {
  const site = siteOf(context);
  await site.publishVersions('1.0.0', '1.1.0');
  pass(context, 100);
  await site.makeCurrent('1.0.0', { withdraw: 'throws' });
  assert.deepEqual(await clean(site, 0, 30), []);
  pass(context, 1);
  assert.deepEqual(await clean(site, 0, 0), ['marketing 1.1.0']);
});

test('A release is removed with the pages that its publisher rendered', async (context) => {
  const site = siteOf(context);
  const shell = `exports.sharedModules = {};
    exports.prerender = async () => '';`;
  for (const version of ['1.0.0', '2.0.0'])
    await site.publish(
      { app: 'shell', version, content: { 'node/prerender.cjs': shell } },
      { version, content: { 'node/screens.cjs': 'exports.default = {};' } },
    );
  const rendered = (app: string) => site.store.names(`pages/${app}`);
  assert.deepEqual(await rendered('shell'), ['1.0.0/', '2.0.0/']);
  const goBackTo = async (versions: Record<string, string>) => {
    await site.makeCurrent(versions, { withdraw: 'throws', force: true });
    pass(context, 1);
    await clean(site, 0, 0);
  };
  await goBackTo({ shell: '1.0.0' });
  assert.deepEqual(await rendered('shell'), ['1.0.0/']);
  await goBackTo({ marketing: '1.0.0' });
  assert.deepEqual(await rendered('marketing/1.0.0'), [
    'marketing-1.0.0.json',
    'marketing-1.0.0.jws',
  ]);
  assert.deepEqual(await rendered('marketing'), ['1.0.0/']);
});

test('Nothing of an app is removed without the record that says what is served', async (context) => {
  const site = siteOf(context);
  await site.publish({ version: '1.0.0' });
  await site.add({ version: '1.1.0' });
  pass(context, 100);
  const unknown = { ...site.keys.publishers, log: 'staging' };
  site.keys = { ...site.keys, publishers: unknown };
  assert.deepEqual(await clean(site, 0, 30), []);
});

test('While earlier records are missing, no release is removed, and a publisher does not fail', async (context) => {
  const site = siteOf(context);
  await site.publish({ app: 'shell' });
  await site.publishVersions('1.0.0', '1.1.0', '1.2.0');
  pass(context, 100);
  await site.publishVersions('1.3.0', '1.4.0');
  await site.store.remove(recordPath('marketing', 4));
  assert.deepEqual(await clean(site, 0, 30), []);
});
