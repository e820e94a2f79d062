import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { endedPath } from '@kargo/release-log/log/ended-canary';
import { MemoryStore } from '@kargo/release-log/testing/memory-store';
import { appStatuses } from './app-status.ts';
import { endCanary } from './canary.ts';
import { freezeApp, unfreezeApp } from './change-record.ts';
import { type Change, makeCurrent } from './make-current.ts';
import { endPreviews } from './preview.ts';
import { publish } from './publish.ts';
import { storeBuild } from './store-build.ts';
import { claimedVersion } from './take-over.ts';
import { keys } from './testing/keys.ts';
import { historyOf, stateOf } from './testing/state-of.ts';
import { type Build, writeBuild } from './testing/write-build.ts';

const minute = 60_000;
const steps = [
  { percent: 1, minute: 0 },
  { percent: 5, minute: 10 },
  { percent: 100, minute: 60 },
];

/** A store with a shell and marketing 1.0.0; 2.0.0 is rolled out from now on. */
async function rollingOut(context: TestContext, build: Build = {}) {
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const folder = await mkdtemp(join(tmpdir(), 'kargo-rollout-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const store = new MemoryStore();
  const on = { store, keys };
  const add = async (given: Build) => storeBuild(await writeBuild(folder, given), on);
  const shell = await writeBuild(folder, { app: 'shell', provides: { api: '1.0.0' } });
  await publish({ from: [shell, await writeBuild(folder)], ...on });
  await add({ version: '2.0.0', ...build });
  await add({ version: '3.0.0' });
  const release = (version: string, change: Partial<Change> = {}) =>
    makeCurrent({ ...on, versions: { marketing: version }, ...change });
  await release('2.0.0', { percent: 1, steps });
  const record = async () => (await stateOf(store)).records.get('marketing')?.record;
  const percent = async () => (await record())?.next?.percent;
  const end = async () => {
    const { next } = (await record()) ?? {};
    assert.ok(next);
    const counts = { views: 90, failures: 7, currentViews: 900, currentFailures: 1 };
    const ended = { app: 'marketing', version: '2.0.0', at: new Date().toISOString(), ...counts };
    await store.create(endedPath('marketing', next), Buffer.from(JSON.stringify(ended)));
  };
  const { timers } = context.mock;
  return { on, store, add, release, record, percent, end, tick: (by: number) => timers.tick(by) };
}

test('Raised by hand it keeps its start, and nobody loses it', async (context) => {
  const { release, record, percent, tick } = await rollingOut(context);
  const { start } = (await record())?.next?.rollout ?? {};
  tick(20 * minute);
  assert.equal(await percent(), 5);
  await assert.rejects(
    release('2.0.0', { percent: 2 }),
    /being rolled out, and nobody of 5 % loses/,
  );
  await release('2.0.0', { percent: 50 });
  assert.equal(await percent(), 50);
  assert.deepEqual((await record())?.next?.rollout, { start, steps });
  tick(40 * minute);
  assert.equal(await percent(), 100);
});

test('Begun again with the same release, it goes on as it was', async (context) => {
  const { release, record, tick } = await rollingOut(context);
  tick(20 * minute);
  const before = await record();
  await release('2.0.0', { percent: 1, steps });
  assert.deepEqual(await record(), before);
});

test('A canary by hand goes on as a rollout, without losing anybody', async (context) => {
  const { on, release, record, percent } = await rollingOut(context);
  await endCanary(on, 'marketing');
  await release('3.0.0', { percent: 30 });
  const { at } = (await record())?.next ?? {};
  await release('3.0.0', { percent: 1, steps });
  assert.equal(await percent(), 30);
  assert.equal((await record())?.next?.at, at);
  assert.ok((await record())?.next?.rollout);
});

test('A freeze holds the step, also for longer than the rollout takes; then it goes on', async (context) => {
  const { on, percent, record, tick } = await rollingOut(context);
  tick(20 * minute);
  await freezeApp(on, 'marketing', 'sale');
  tick(500 * minute);
  assert.equal(await percent(), 5);
  const [status] = await appStatuses(on, await stateOf(on.store), ['marketing']);
  assert.equal(status?.canary?.ahead, 'held by a freeze');
  await unfreezeApp(on, 'marketing');
  tick(40 * minute - 1);
  assert.equal(await percent(), 5);
  tick(1);
  assert.equal(await percent(), 100);
  tick(60 * minute);
  assert.equal((await record())?.current?.version, '2.0.0');
});

test('A canary that ended while a freeze held it stays ended', async (context) => {
  const { on, record, end, tick } = await rollingOut(context);
  await freezeApp(on, 'marketing', 'sale');
  tick(500 * minute);
  await end();
  await unfreezeApp(on, 'marketing');
  tick(500 * minute);
  assert.equal((await record())?.current?.version, '1.0.0');
});

test('Another release is refused meanwhile, and ends it with --anyway', async (context) => {
  const { release, store, record, tick } = await rollingOut(context);
  tick(20 * minute);
  const refusal =
    /^Error: marketing 2\.0\.0 is being rolled out: 5 % of visitors have it, 100 % from .*--anyway releases 3\.0\.0 in its place/;
  await assert.rejects(release('3.0.0'), refusal);
  await assert.rejects(release('3.0.0', { percent: 5 }), refusal);
  // A restarted image publishes what is current.
  await release('1.0.0');
  assert.equal((await record())?.next?.version, '2.0.0');
  await release('3.0.0', { anyway: true });
  assert.equal((await record())?.next, undefined);
  assert.equal(await historyOf(store, 'marketing'), '3.0.0 1.0.0');
});

test('After its end by a gateway, or back, another release is as free as ever', async (context) => {
  const { release, store, end, on } = await rollingOut(context);
  await end();
  const [status] = await appStatuses(on, await stateOf(store), ['marketing']);
  assert.equal(status?.canary?.ahead, '');
  await release('3.0.0');
  assert.equal(await historyOf(store, 'marketing'), '3.0.0 1.0.0');
});

test('It may be promoted, and the app may go back', async (context) => {
  const { release, store } = await rollingOut(context);
  await release('2.0.0');
  assert.equal(await historyOf(store, 'marketing'), '2.0.0 1.0.0');
  await release('3.0.0', { percent: 1, steps });
  await release('1.0.0', { withdraw: 'throws', force: true });
  assert.equal(await historyOf(store, 'marketing'), '1.0.0 (2.0.0)');
});

test('Once it has arrived, it is current for every command, and the next record says so', async (context) => {
  const { on, store, release, record, tick } = await rollingOut(context);
  tick(120 * minute - 1);
  assert.equal(await claimedVersion(store, 'marketing'), '1.0.0');
  tick(1);
  assert.equal(await claimedVersion(store, 'marketing'), '2.0.0');
  await assert.rejects(endCanary(on, 'marketing'), /has no canary/);
  await assert.rejects(release('2.0.0', { percent: 5 }), /is current already/);
  await endPreviews(on, 'marketing');
  const { current, next } = (await record()) ?? {};
  assert.deepEqual([current?.version, next], ['2.0.0', undefined]);
  await release('3.0.0');
  assert.equal(await historyOf(store, 'marketing'), '3.0.0 2.0.0 1.0.0');
});

test('From ten minutes before, until it is written down, others are judged against both', async (context) => {
  const { on, add, store, tick } = await rollingOut(context, { needs: { api: '^1.0.0' } });
  await add({ app: 'shell', version: '2.0.0', provides: { api: '2.0.0' } });
  const shell = () => makeCurrent({ ...on, versions: { shell: '2.0.0' } });
  const misfit =
    /^Error: marketing 2\.0\.0 needs api in \^1\.0\.0, but shell 2\.0\.0 provides 2\.0\.0/;
  tick(110 * minute);
  await assert.rejects(shell(), misfit);
  tick(10 * minute);
  await assert.rejects(shell(), misfit);
  await add({ version: '4.0.0' });
  await makeCurrent({ ...on, versions: { marketing: '4.0.0' } });
  await shell();
  assert.equal(await historyOf(store, 'shell'), '2.0.0 1.0.0');
});

test('The replaced release has to fit too, as long as only the time says that it is replaced', async (context) => {
  const { on, add, release, tick } = await rollingOut(context);
  await add({ version: '5.0.0', needs: { api: '~1.0.0' } });
  await release('5.0.0', { anyway: true });
  await release('2.0.0', { percent: 1, steps });
  tick(500 * minute);
  await add({ app: 'shell', version: '2.0.0', provides: { api: '1.1.0' } });
  const shell = () => makeCurrent({ ...on, versions: { shell: '2.0.0' } });
  await assert.rejects(shell(), /marketing 5\.0\.0 needs api in ~1\.0\.0/);
  await endPreviews(on, 'marketing');
  await shell();
});

test('Earlier, others need not fit it', async (context) => {
  const { on, add, store } = await rollingOut(context, { needs: { api: '^1.0.0' } });
  await add({ app: 'shell', version: '2.0.0', provides: { api: '2.0.0' } });
  await makeCurrent({ ...on, versions: { shell: '2.0.0' } });
  assert.equal(await historyOf(store, 'shell'), '2.0.0 1.0.0');
});
