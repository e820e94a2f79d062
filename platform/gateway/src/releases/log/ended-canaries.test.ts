import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { usualSteps } from '@kargo/release-log/rules/rollout';
import { listen } from '@kargo/release-log/testing/listen';
import { randomOf } from '@kargo/release-log/testing/random';
import { type FixtureReleases, fixtureSite } from '../../testing/fixture-releases.ts';
import { busyMachine, gateway, untilServed } from '../../testing/gateway.ts';
import { playRollout } from '../../testing/rollout-run.ts';
import { isFailing } from './is-failing.ts';

/** `PROOF=1 pnpm test` with this file plays a hundred rollouts of each kind. */
const many = process.env.PROOF ? 100 : 1;

async function playAll(context: TestContext, gateways: number, isBad: boolean) {
  const played = [];
  for (let seed = 1; seed <= many; seed += 1) {
    // One kind of driver out of four to twenty.
    const throwsFor = isBad ? 0.05 + 0.2 * randomOf(seed)() : 0;
    const run = { gateways, isForged: !isBad, seed, steps: usualSteps, throwsFor };
    played.push(await playRollout(context, run));
  }
  return played;
}

for (const gateways of process.env.PROOF ? [1, 4] : [4]) {
  test(`A release that throws for one kind of driver ends before 10 % of visitors get it (gateways: ${gateways})`, async (context) => {
    const played = await playAll(context, gateways, true);
    const stopped = played.filter(({ outcome, met }) => outcome === 'ended' && met < 0.1);
    context.diagnostic(
      `${stopped.length} of ${many}, after ${summary(played.map((it) => it.minutes))} minutes, met by ${summary(played.map(({ met }) => 100 * met))} %`,
    );
    assert.ok(stopped.length >= 0.95 * many);
  });

  test(`A good release arrives in time, although one network forges reports (gateways: ${gateways})`, async (context) => {
    const played = await playAll(context, gateways, false);
    const inTime = played.filter((it) => it.outcome === 'arrived' && it.minutes <= 120.1);
    assert.equal(inTime.length, many);
  });
}

/** Returns the minimum, median and maximum. */
function summary(values: number[]): string {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return [0, middle, -1].map((index) => (sorted.at(index) ?? 0).toFixed(1)).join(', ');
}

const canary = { app: 'marketing', version: '2.0.0' };
const current = { app: 'marketing', version: '1.0.0' };

test("A canary fails with five failures, 2 % of its views and twice the current release's share, or half", () => {
  const of = (failures: number, views: number) => ({ failures, views });
  assert.equal(isFailing(of(5, 250), of(0, 0)), true);
  assert.equal(isFailing(of(4, 4), of(0, 0)), false);
  assert.equal(isFailing(of(5, 251), of(0, 0)), false);
  assert.equal(isFailing(of(10, 100), of(5, 100)), true);
  assert.equal(isFailing(of(10, 100), of(6, 100)), false);
  assert.equal(isFailing(of(5, 0), of(90, 100)), true, 'it never loads');
  assert.equal(isFailing(of(5, 100), of(90, 0)), true);
  assert.equal(isFailing(of(49, 100), of(100, 100)), false);
  assert.equal(
    isFailing(of(50, 100), of(1000, 100)),
    true,
    'those of the current release may be forged',
  );
});

/** A site with marketing 1.0.0, and 2.0.0 as a canary for everybody. */
async function site(context: TestContext) {
  const releases = await fixtureSite(context);
  await releases.writeRemote('marketing', '2.0.0');
  await begin(releases);
  return releases;
}

async function begin(releases: FixtureReleases): Promise<void> {
  const next = { ...(await releases.recorded('marketing', '2.0.0')), percent: 100 };
  await releases.change('marketing', { next });
}

type Gateway = Awaited<ReturnType<typeof gateway>>;

/** Reports failures, two from each network. */
async function fail({ report }: Gateway, times = 5, release = canary): Promise<void> {
  for (let page = 0; page < times; page += 1) {
    const kind = page % 2 ? 'gave-way' : 'screen-threw';
    const address = `192.0.2.${Math.floor(page / 2)}`;
    assert.equal(await report({ ...release, kind }, {}, address), 204);
  }
}

const servesCurrent = (context: TestContext, running: Gateway) =>
  untilServed(context, running, '1.0.0');

const lines = ({ log }: Gateway, text: string) => log.filter((line) => line.includes(text));

test('A canary that fails is ended for everybody, at all gateways, and after a restart', async (context) => {
  const releases = await site(context);
  const [one, other] = [
    await gateway(context, releases.folder),
    await gateway(context, releases.folder),
  ];
  for (const { versions } of [one, other])
    assert.deepEqual(await versions('marketing'), ['2.0.0', '1.0.0']);
  await one.report({ ...canary, kind: 'view' });
  await fail(one);
  await servesCurrent(context, one);
  await servesCurrent(context, other);
  assert.equal(lines(one, 'a canary has ended').length, 1);
  assert.equal(lines(other, 'a canary has ended').length, 0);
  const [{ path = '' } = {}, ...more] = await releases.store.list('ended');
  assert.equal(more.length, 0);
  const { at, ...marker } = JSON.parse(String(await releases.store.read(path, 1e4)));
  assert.ok(Date.parse(at));
  const counts = { percent: 100, views: 1, failures: 5, currentViews: 0, currentFailures: 0 };
  assert.deepEqual(marker, { ...canary, ...counts });
  const restarted = await gateway(context, releases.folder);
  assert.deepEqual(await restarted.versions('marketing'), ['1.0.0']);
  const page = await restarted.homePage();
  assert.equal(page.headers['set-cookie'], undefined);
  // Open pages still get its files.
  assert.equal((await restarted.get('/releases/marketing/2.0.0/home.js')).statusCode, 200);
});

test('Other kinds of reports end no canary, and none change current releases or other apps', async (context) => {
  const releases = await site(context);
  await releases.writeRemote('marketing', '0.9.0');
  const earlier = [await releases.recorded('marketing', '0.9.0')];
  await releases.change('marketing', { earlier });
  const running = await gateway(context, releases.folder);
  const before = await running.versions('marketing');
  assert.deepEqual(before, ['2.0.0', '1.0.0', '0.9.0']);
  await fail(running, 20, current);
  await fail(running, 20, { ...current, version: '0.9.0' });
  await fail(running, 20, { app: 'shell', version: '1.0.0' });
  for (const kind of ['policy', 'hydration', 'script-failed', 'stuck', 'upload-refused'])
    for (let page = 0; page < 6; page += 1) await running.report({ ...canary, kind });
  await fail(running, 4);
  assert.deepEqual(await releases.store.list('ended'), []);
  assert.deepEqual(await running.versions('marketing'), before);
  assert.deepEqual(await running.versions('shell'), ['1.0.0']);
});

test('One network alone cannot end a canary', async (context) => {
  const releases = await site(context);
  const running = await gateway(context, releases.folder);
  await running.versions('marketing');
  const failure = { ...canary, kind: 'screen-threw' };
  for (let page = 0; page < 100; page += 1)
    await running.report(failure, {}, `2001:db8::${page.toString(16)}`);
  for (const address of ['192.0.2.1', '192.0.2.2']) await running.report(failure, {}, address);
  assert.deepEqual(await releases.store.list('ended'), []);
  await running.report(failure, {}, '192.0.2.3');
  await servesCurrent(context, running);
});

test('A higher percentage leaves it ended, and a canary that begins again is judged anew', async (context) => {
  const releases = await site(context);
  const running = await gateway(context, releases.folder);
  await running.versions('marketing');
  await fail(running);
  await servesCurrent(context, running);
  const { next } = await releases.record('marketing');
  assert.ok(next);
  await releases.change('marketing', { next: { ...next, percent: 50 } });
  await servesCurrent(context, running);
  await releases.change('marketing', { next: undefined });
  await begin(releases);
  const { versions } = running;
  await context.waitFor(
    async () => assert.equal((await versions('marketing'))[0], '2.0.0'),
    busyMachine,
  );
  await fail(running);
  await servesCurrent(context, running);
  const markers = await releases.store.list('ended');
  assert.equal(markers.length, 2);
  for (const { path } of markers)
    assert.equal(JSON.parse(String(await releases.store.read(path, 1e4))).failures, 5);
});

test('If no marker can be written, the canary ends at this gateway alone, and that is logged once', async (context) => {
  const releases = await site(context);
  await writeFile(join(releases.folder, 'ended'), 'not a folder');
  const [one, other] = [
    await gateway(context, releases.folder),
    await gateway(context, releases.folder),
  ];
  await one.versions('marketing');
  await fail(one, 9);
  await servesCurrent(context, one);
  assert.equal(lines(one, 'a canary has ended at this gateway alone').length, 1);
  assert.equal((await other.versions('marketing'))[0], '2.0.0');
});

test('A marker that cannot be read changes nothing, and is logged once', async (context) => {
  const releases = await site(context);
  const { next } = await releases.record('marketing');
  const path = `ended/marketing/2.0.0/${Date.parse(next?.at ?? '')}.json`;
  await releases.store.create(path, Buffer.from('{'));
  const running = await gateway(context, releases.folder);
  for (let look = 0; look < 3; look += 1)
    assert.equal((await running.versions('marketing'))[0], '2.0.0');
  assert.equal(lines(running, 'an ended canary cannot be read').length, 1);
});

test('An unreadable marker is logged once, also while the canary of another app runs', async (context) => {
  const releases = await site(context);
  const next = { ...(await releases.recorded('shell', '1.0.0')), version: '2.0.0', percent: 1 };
  await releases.change('shell', { next });
  const canary = (await releases.record('marketing')).next;
  const path = `ended/marketing/2.0.0/${Date.parse(canary?.at ?? '')}.json`;
  await releases.store.create(path, Buffer.from('{'));
  const running = await gateway(context, releases.folder);
  for (let look = 0; look < 3; look += 1) {
    await running.versions('marketing');
    await wait(1100);
  }
  assert.equal(lines(running, 'an ended canary cannot be read').length, 1);
});

test('A gateway writes only below ended/, whatever a record names', async (context) => {
  const releases = await site(context);
  const version = '../../marketing/3.0.0';
  const next = { ...(await releases.recorded('marketing', '2.0.0')), version, percent: 100 };
  await releases.change('marketing', { next });
  const running = await gateway(context, releases.folder);
  await running.versions('marketing');
  const before = await releases.store.list('marketing');
  await fail(running, 5, { ...canary, version });
  await context.waitFor(
    () => assert.equal(lines(running, 'a canary has ended at this gateway alone').length, 1),
    busyMachine,
  );
  assert.deepEqual(await releases.store.list('marketing'), before);
});

test('The gateway that ended it notifies KARGO_NOTIFY_URL once', async (context) => {
  const notices: unknown[] = [];
  const origin = await listen(context, async (request, response) => {
    notices.push(await json(request));
    // The second try is accepted.
    response.writeHead(notices.length > 1 ? 204 : 500).end();
  });
  const releases = await site(context);
  const variables = { KARGO_NOTIFY_URL: `${origin}/secret` };
  const one = await gateway(context, releases.folder, variables);
  const other = await gateway(context, releases.folder, variables);
  for (const { versions } of [one, other]) await versions('marketing');
  await fail(one);
  await servesCurrent(context, one);
  await servesCurrent(context, other);
  await context.waitFor(() => assert.equal(notices.length, 2), busyMachine);
  const [{ text, at, ...notice }] = notices as [{ text: string; at: string }];
  assert.deepEqual(notice, { ...canary, what: 'canary ended', by: 'the gateway' });
  assert.match(text, /^The canary 2\.0\.0 of marketing was ended at 2.*failed in 5 of 0 views/);
  assert.ok(!one.log.join().includes('/secret'));
});
