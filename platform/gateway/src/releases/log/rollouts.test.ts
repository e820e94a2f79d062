import assert from 'node:assert/strict';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { addRecord, nextRecord } from '@kargo/release-log/log/add-record';
import type { Canary } from '@kargo/release-log/log/app-record';
import { LogReader } from '@kargo/release-log/log/read-log';
import { canariesOf, currentVersion } from '@kargo/release-log/log/served-releases';
import type { Notice } from '@kargo/release-log/notify';
import { listen } from '@kargo/release-log/testing/listen';
import { MemoryStore } from '@kargo/release-log/testing/memory-store';
import { marketing, publishers, release, TestLog } from '@kargo/release-log/testing/test-log';
import { testRelease } from '@kargo/release-log/testing/test-release';
import { versionsInUsePath } from '@kargo/shared-types/releases/release-addresses';
import { whoMadePath } from '@kargo/shared-types/releases/who-made';
import { gatewayMetrics } from '../../gateway-metrics.ts';
import { fixtureSite } from '../../testing/fixture-releases.ts';
import { busyMachine, gateway } from '../../testing/gateway.ts';
import { EndedCanaries } from './ended-canaries.ts';

const minute = 60_000;
const steps = [
  { percent: 1, minute: 0 },
  { percent: 50, minute: 10 },
  { percent: 100, minute: 60 },
];

/** A site with marketing 1.0.0, where a rollout of 2.0.0 begins now, or this much later. */
async function site(context: TestContext, needs: Record<string, string> = {}, aheadMs = 0) {
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const releases = await fixtureSite(context);
  await releases.writeShell('1.0.1', {}, { provides: { api: '1.0.0' } });
  await releases.serve({ shell: '1.0.1', marketing: '1.0.0' });
  await releases.writeRemote('marketing', '2.0.0', { needs });
  const start = new Date(Date.now() + aheadMs).toISOString();
  const named = await releases.recorded('marketing', '2.0.0');
  const next = { ...named, percent: 1, rollout: { start, steps } };
  await releases.change('marketing', { next });
  return { releases, next, tick: (by: number) => context.mock.timers.tick(by) };
}

type Gateway = Awaited<ReturnType<typeof gateway>>;

const came = async ({ get }: Gateway) =>
  (await get(whoMadePath)).json().marketing.releases['2.0.0']?.came;

const becomes = (context: TestContext, running: Gateway, expected: string | undefined) =>
  context.waitFor(async () => assert.equal(await came(running), expected), busyMachine);

test('It advances by itself; at its end all get the same pages, and markers no longer count', async (context) => {
  const { releases, next, tick } = await site(context);
  const running = await gateway(context, releases.folder);
  await becomes(context, running, 'canary (1%)');
  tick(10 * minute);
  await becomes(context, running, 'canary (50%)');
  tick(50 * minute);
  await becomes(context, running, 'canary (100%)');
  assert.match(String((await running.homePage()).headers['set-cookie']), /kargo-visitor/);
  tick(60 * minute);
  await becomes(context, running, 'current');
  const { headers } = await running.homePage();
  assert.equal(headers['set-cookie'], undefined);
  assert.match(String(headers['cache-control']), /^public/);
  assert.deepEqual(await running.versions('marketing'), ['2.0.0', '1.0.0']);

  const ended = { app: 'marketing', version: '2.0.0', at: next.at, views: 9, failures: 9 };
  const marker = JSON.stringify({ ...ended, percent: 100, currentViews: 9, currentFailures: 0 });
  const path = `ended/marketing/2.0.0/${Date.parse(next.at)}.json`;
  await releases.store.create(path, Buffer.from(marker));
  await utimes(join(releases.folder, path), new Date(), new Date());
  for (const page of [0, 1, 2, 3, 4, 5])
    await running.report({ ...ended, kind: 'gave-way' }, {}, `192.0.2.${page}`);
  const fresh = await gateway(context, releases.folder);
  for (const { versions } of [running, fresh])
    assert.deepEqual(await versions('marketing'), ['2.0.0', '1.0.0']);
  tick(48 * 60 * minute);
  const inUse = (await running.get(versionsInUsePath)).json().marketing;
  assert.deepEqual(inUse, ['2.0.0', '1.0.0'], 'for check-api');
  await releases.change('marketing', {});
  const { current, next: none } = await releases.record('marketing');
  assert.deepEqual([current?.version, none], ['2.0.0', undefined]);
});

test('One of several gateways notifies KARGO_NOTIFY_URL of each step', async (context) => {
  const notices: Notice[] = [];
  const origin = await listen(context, async (request, response) => {
    notices.push((await json(request)) as Notice);
    response.writeHead(204).end();
  });
  const { releases, tick } = await site(context);
  const start = () => gateway(context, releases.folder, { KARGO_NOTIFY_URL: origin });
  const running = [await start(), await start()];
  const all = async (expected: string) => {
    for (const it of running) await becomes(context, it, expected);
  };
  await all('canary (1%)');
  tick(10 * minute);
  await all('canary (50%)');
  running.push(await start());
  await all('canary (50%)');
  tick(50 * minute);
  await all('canary (100%)');
  tick(60 * minute);
  await all('current');
  const time = String.raw`\d\d:\d\d`;
  const expected = [
    `canary 2.0.0 at 50 %, 100 % from ${time}, current from ${time} UTC; 1.0.0 is current`,
    `canary 2.0.0 at 100 %, current from ${time} UTC; 1.0.0 is current`,
    'rolled out; 2.0.0 is current',
  ].map((it) => new RegExp(`^marketing: ${it}.$`));
  await context.waitFor(() => assert.equal(notices.length, 3), busyMachine);
  for (const [index, { text, app, version, by }] of notices.entries()) {
    assert.match(text, expected[index] ?? /never/);
    assert.deepEqual([app, version, by], ['marketing', '2.0.0', 'the gateway']);
  }
});

test('Even at 100 % it can end for all, and then stays ended', async (context) => {
  const { releases, tick } = await site(context);
  const [one, other] = [
    await gateway(context, releases.folder),
    await gateway(context, releases.folder),
  ];
  tick(61 * minute);
  for (const running of [one, other]) await becomes(context, running, 'canary (100%)');
  for (const page of [0, 1, 2, 3, 4])
    await one.report(
      { app: 'marketing', version: '2.0.0', kind: 'screen-threw' },
      {},
      `192.0.2.${page}`,
    );
  for (const running of [one, other]) await becomes(context, running, undefined);
  tick(500 * minute);
  const fresh = await gateway(context, releases.folder);
  for (const { versions } of [one, other, fresh])
    assert.deepEqual(await versions('marketing'), ['1.0.0']);
});

test('A rollout that becomes incompatible with the shell ends, even if that shell is replaced', async (context) => {
  const { releases, tick } = await site(context, { api: '^1.0.0' });
  const running = await gateway(context, releases.folder);
  tick(10 * minute);
  await becomes(context, running, 'canary (50%)');
  await releases.writeShell('2.0.0', {}, { provides: { api: '2.0.0' } });
  const shell = (version: string) => releases.recorded('shell', version);
  await releases.change('shell', { current: await shell('2.0.0') });
  await becomes(context, running, undefined);
  const lines = () => running.log.filter((line) => line.includes('a canary has ended'));
  await context.waitFor(() => assert.equal(lines().length, 1), busyMachine);
  const [{ path = '' } = {}] = await releases.store.list('ended');
  const { percent, misfit } = JSON.parse(String(await releases.store.read(path, 1e4)));
  assert.equal(percent, 50);
  assert.match(misfit, /^marketing 2\.0\.0 needs api in \^1\.0\.0, but shell 2\.0\.0 provides/);
  await releases.change('shell', { current: await shell('1.0.1') });
  tick(50 * minute);
  const fresh = await gateway(context, releases.folder);
  for (const { versions } of [running, fresh])
    assert.deepEqual(await versions('marketing'), ['1.0.0']);
  assert.equal(lines().length, 1);
});

test('A start that is dated ahead is refused', async (context) => {
  const { releases } = await site(context, {}, minute);
  const running = await gateway(context, releases.folder);
  await becomes(context, running, undefined);
  assert.equal((await running.homePage()).headers['set-cookie'], undefined);
  assert.equal(running.log.filter((line) => line.includes('is dated ahead')).length, 1);
});

test('A freeze holds it', async (context) => {
  const { releases, next, tick } = await site(context);
  const running = await gateway(context, releases.folder);
  tick(10 * minute);
  await becomes(context, running, 'canary (50%)');
  const rollout = { ...next.rollout, held: new Date().toISOString() };
  await releases.change('marketing', { next: { ...next, percent: 50, rollout } });
  tick(500 * minute);
  const fresh = await gateway(context, releases.folder);
  await becomes(context, fresh, 'canary (50%)');
  assert.equal(await came(running), 'canary (50%)');
});

/** A store that may have a wrong clock, or be down. */
class Clock extends MemoryStore {
  aheadMs = 0;
  isAway = false;

  override now(): number {
    return Date.now() + this.aheadMs;
  }

  override async read(path: string, maxBytes: number): Promise<Buffer> {
    if (this.isAway) throw new Error('away');
    return super.read(path, maxBytes);
  }
}

/** A gateway's view of a rollout that begins now. */
async function judged(context: TestContext) {
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  let now = performance.now();
  context.mock.method(performance, 'now', () => now);
  const store = new Clock();
  const log = new TestLog(store);
  await log.publish('marketing', '1');
  const start = new Date().toISOString();
  const next: Canary = { ...release('2'), percent: 1, rollout: { start, steps } };
  const signer = { key: marketing, by: 'test', publishers };
  await addRecord(store, await nextRecord(await log.state(), 'marketing', { next }, signer));
  const reader = new LogReader(store, publishers);
  let { state } = await reader.read();
  let readAt = now;
  const silent = { error() {}, warn() {}, info() {} };
  const gateway = () =>
    new EndedCanaries({
      store,
      create: store.create.bind(store),
      env: { PUBLISHERS: publishers, RELEASES_AT_LEAST: [] },
      log: silent as never,
      metrics: gatewayMetrics(),
    });
  const running = gateway();
  const look = async (at = running, isLogRead = true) => {
    if (isLogRead && !store.isAway) {
      ({ state } = await reader.read());
      readAt = now;
    }
    const seen = await at.without(state, readAt);
    return canariesOf(seen).get('marketing')?.percent ?? currentVersion(seen, 'marketing');
  };
  const tick = (by: number) => {
    context.mock.timers.tick(by);
    now += by;
  };
  return { store, look, tick, gateway, log };
}

test('A site that a rollout was compared with does not stay in memory', async (context) => {
  const { gateway, log } = await judged(context);
  const running = gateway();
  let read = 0;
  const compare = async () => {
    const site = { state: await log.state(), releases: new Map() };
    for (const _ of [1, 2])
      await running.endUnfit(site, async () => {
        read += 1;
        return testRelease({ version: '2' });
      });
    return new WeakRef(site);
  };
  const compared = await compare();
  assert.equal(read, 1);
  setFlagsFromString('--expose-gc');
  await wait(1);
  runInNewContext('gc')();
  assert.equal(compared.deref(), undefined);
});

test('If the clocks differ by more than 30 s it stays at its step, and goes on once they agree', async (context) => {
  const { store, look, tick, gateway } = await judged(context);
  tick(10 * minute);
  assert.equal(await look(), 50);
  for (const aheadMs of [-31_000, 31_000]) {
    store.aheadMs = aheadMs;
    tick(50 * minute);
    assert.equal(await look(), 50);
  }
  assert.equal(await look(gateway()), 1, 'a gateway that never knew');
  store.aheadMs = 30_000;
  assert.equal(await look(), 100);
});

test('If log or markers were not read for 10 s it stays at its step', async (context) => {
  const { store, look, tick } = await judged(context);
  tick(10 * minute - 9000);
  assert.equal(await look(), 1);
  store.isAway = true;
  tick(9000);
  assert.equal(await look(), 50, 'after nine seconds');
  tick(50 * minute);
  assert.equal(await look(), 50);
  store.isAway = false;
  tick(1000);
  assert.equal(await look(undefined, false), 50, 'only the markers were read');
  assert.equal(await look(), 100);
  tick(60 * minute);
  assert.equal(await look(), '2');
  store.isAway = true;
  tick(60 * minute);
  assert.equal(await look(), '2', 'it does not go back');
});
