import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { currentRelease } from '@kargo/release-log/log/served-releases';
import { endCanary } from './canary.ts';
import { freezeApp, unfreezeApp } from './change-record.ts';
import type { SmokeTest } from './judge-releases.ts';
import { endPreviews } from './preview.ts';
import { claimedVersion } from './take-over.ts';
import { newSite } from './testing/test-site.ts';
import type { Build } from './testing/write-build.ts';

const minute = 60_000;
const steps = [
  { percent: 1, minute: 0 },
  { percent: 5, minute: 10 },
  { percent: 100, minute: 60 },
];

/** A store with a shell and marketing 1.0.0; 2.0.0 is rolled out from now on. */
async function rollingOut(context: TestContext, build: Build = {}) {
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const site = newSite();
  await site.publish({ app: 'shell', provides: { api: '1.0.0' } }, {});
  await site.add({ version: '2.0.0', ...build });
  await site.add({ version: '3.0.0' });
  await site.makeCurrent('2.0.0', { percent: 1, steps });
  const percent = async () => (await site.record())?.next?.percent;
  return { site, percent, tick: (by: number) => context.mock.timers.tick(by) };
}

test('A rollout that is raised by hand keeps its start, and nobody loses it', async (context) => {
  const { site, percent, tick } = await rollingOut(context);
  const { start } = (await site.record())?.next?.rollout ?? {};
  tick(20 * minute);
  assert.equal(await percent(), 5);
  await assert.rejects(
    site.makeCurrent('2.0.0', { percent: 2 }),
    /being rolled out, and nobody of 5 % loses/,
  );
  await site.makeCurrent('2.0.0', { percent: 50 });
  assert.equal(await percent(), 50);
  assert.deepEqual((await site.record())?.next?.rollout, { start, steps });
  tick(40 * minute);
  assert.equal(await percent(), 100);
});

test('Starting the rollout of the same release again changes nothing', async (context) => {
  const { site, tick } = await rollingOut(context);
  tick(20 * minute);
  const before = await site.record();
  await site.makeCurrent('2.0.0', { percent: 1, steps });
  assert.deepEqual(await site.record(), before);
});

test('A canary becomes a rollout, and nobody loses it', async (context) => {
  const { site, percent } = await rollingOut(context);
  await endCanary(site.on, 'marketing');
  await site.makeCurrent('3.0.0', { percent: 30 });
  const { at } = (await site.record())?.next ?? {};
  await site.makeCurrent('3.0.0', { percent: 1, steps });
  assert.equal(await percent(), 30);
  assert.equal((await site.record())?.next?.at, at);
  assert.ok((await site.record())?.next?.rollout);
});

test('A freeze holds a rollout at its step for any time, then it goes on', async (context) => {
  const { site, percent, tick } = await rollingOut(context);
  tick(20 * minute);
  await freezeApp(site.on, 'marketing', 'sale');
  tick(500 * minute);
  assert.equal(await percent(), 5);
  const status = await site.status();
  assert.equal(status?.canary?.ahead, 'held by a freeze');
  await unfreezeApp(site.on, 'marketing');
  tick(40 * minute - 1);
  assert.equal(await percent(), 5);
  tick(1);
  assert.equal(await percent(), 100);
  tick(60 * minute);
  assert.equal((await site.record())?.current?.version, '2.0.0');
});

test('A canary that ended while a freeze held it stays ended', async (context) => {
  const { site, tick } = await rollingOut(context);
  await freezeApp(site.on, 'marketing', 'sale');
  tick(500 * minute);
  await site.endCanary();
  await unfreezeApp(site.on, 'marketing');
  tick(500 * minute);
  assert.equal((await site.record())?.current?.version, '1.0.0');
});

test('Another release is refused during a rollout, and ends it with --anyway', async (context) => {
  const { site, tick } = await rollingOut(context);
  tick(20 * minute);
  const refusal =
    /^Error: marketing 2\.0\.0 is being rolled out: 5 % of visitors have it, 100 % from .*--anyway releases 3\.0\.0 in its place/;
  await assert.rejects(site.makeCurrent('3.0.0'), refusal);
  await assert.rejects(site.makeCurrent('3.0.0', { percent: 5 }), refusal);
  // A restarted container publishes the current release.
  await site.makeCurrent('1.0.0');
  assert.equal((await site.record())?.next?.version, '2.0.0');
  await site.makeCurrent('3.0.0', { anyway: true });
  assert.equal((await site.record())?.next, undefined);
  assert.equal(await site.history(), '3.0.0 1.0.0');
});

test('After a gateway has ended it, another release is possible', async (context) => {
  const { site } = await rollingOut(context);
  await site.endCanary();
  const status = await site.status();
  assert.equal(status?.canary?.ahead, '');
  await site.makeCurrent('3.0.0');
  assert.equal(await site.history(), '3.0.0 1.0.0');
});

test('It may be promoted, and the app may go back', async (context) => {
  const { site } = await rollingOut(context);
  await site.makeCurrent('2.0.0');
  assert.equal(await site.history(), '2.0.0 1.0.0');
  await site.makeCurrent('3.0.0', { percent: 1, steps });
  await site.makeCurrent('1.0.0', { withdraw: 'throws', force: true });
  assert.equal(await site.history(), '1.0.0 (2.0.0)');
});

test('After its end the release is current for every command, and the next record says so', async (context) => {
  const { site, tick } = await rollingOut(context);
  tick(120 * minute - 1);
  assert.equal(await claimedVersion(site.store, 'marketing'), '1.0.0');
  tick(1);
  assert.equal(await claimedVersion(site.store, 'marketing'), '2.0.0');
  await assert.rejects(endCanary(site.on, 'marketing'), /has no canary/);
  await assert.rejects(site.makeCurrent('2.0.0', { percent: 5 }), /is current already/);
  await endPreviews(site.on, 'marketing');
  const { current, next } = (await site.record()) ?? {};
  assert.deepEqual([current?.version, next], ['2.0.0', undefined]);
  await site.makeCurrent('3.0.0');
  assert.equal(await site.history(), '3.0.0 2.0.0 1.0.0');
});

test('From ten minutes before its end, until a record says so, others must be compatible with both', async (context) => {
  const { site, tick } = await rollingOut(context, { needs: { api: '^1.0.0' } });
  await site.add({ app: 'shell', version: '2.0.0', provides: { api: '2.0.0' } });
  const shell = () => site.makeCurrent({ shell: '2.0.0' });
  const misfit =
    /^Error: marketing 2\.0\.0 needs api in \^1\.0\.0, but shell 2\.0\.0 provides 2\.0\.0/;
  tick(110 * minute);
  await assert.rejects(shell(), misfit);
  tick(10 * minute);
  await assert.rejects(shell(), misfit);
  await site.add({ version: '4.0.0' });
  await site.makeCurrent('4.0.0');
  await shell();
  assert.equal(await site.history('shell'), '2.0.0 1.0.0');
});

test('From then on, screens of others are opened with both, and its changes are not theirs', async (context) => {
  const { site, tick } = await rollingOut(context);
  await site.publish({ app: 'auth' });
  await site.add({ app: 'auth', version: '2.0.0' });
  let broken = '';
  const release = async () => {
    const openedWith: string[] = [];
    const smokeTest: SmokeTest = async ({ site, current }, apps) => {
      assert.deepEqual([apps, site.auth, current.auth], [['auth'], '2.0.0', '1.0.0']);
      assert.equal(current.marketing, site.marketing);
      const marketing = String(site.marketing);
      openedWith.push(marketing);
      const problems = marketing === broken ? ['auth 2.0.0 throws.'] : [];
      return {
        opened: ['auth/Login'],
        problems,
        warnings: [`auth 2.0.0 is slow with ${marketing}.`],
      };
    };
    const state = await site.makeCurrent({ auth: '2.0.0' }, { smokeTest });
    const { opened, warnings } = currentRelease(state, 'auth') ?? {};
    assert.deepEqual(opened, ['auth/Login']);
    assert.deepEqual(
      warnings,
      openedWith.map((it) => `auth 2.0.0 is slow with ${it}.`),
    );
    await site.makeCurrent({ auth: '1.0.0' }, { force: true });
    return openedWith;
  };
  assert.deepEqual(await release(), ['1.0.0']);
  tick(110 * minute);
  assert.deepEqual(await release(), ['1.0.0', '2.0.0']);
  broken = '2.0.0';
  await assert.rejects(release(), { message: 'With marketing 2.0.0: auth 2.0.0 throws.' });
  tick(10 * minute);
  broken = '';
  assert.deepEqual(await release(), ['2.0.0', '1.0.0']);
  await endPreviews(site.on, 'marketing');
  assert.deepEqual(await release(), ['2.0.0']);
});

test('Until a record says so, the replaced release must be compatible too', async (context) => {
  const { site, tick } = await rollingOut(context);
  await site.add({ version: '5.0.0', needs: { api: '~1.0.0' } });
  await site.makeCurrent('5.0.0', { anyway: true });
  await site.makeCurrent('2.0.0', { percent: 1, steps });
  tick(500 * minute);
  await site.add({ app: 'shell', version: '2.0.0', provides: { api: '1.1.0' } });
  const shell = () => site.makeCurrent({ shell: '2.0.0' });
  await assert.rejects(shell(), /marketing 5\.0\.0 needs api in ~1\.0\.0/);
  await endPreviews(site.on, 'marketing');
  await shell();
});

test('Earlier than that, others need not be compatible with it', async (context) => {
  const { site } = await rollingOut(context, { needs: { api: '^1.0.0' } });
  await site.add({ app: 'shell', version: '2.0.0', provides: { api: '2.0.0' } });
  await site.makeCurrent({ shell: '2.0.0' });
  assert.equal(await site.history('shell'), '2.0.0 1.0.0');
});
