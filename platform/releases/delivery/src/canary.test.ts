import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { endedPath } from '@kargo/release-log/log/ended-canary';
import { readHistory } from '@kargo/release-log/log/log-history';
import { canaryIn, endCanary } from './canary.ts';
import { freezeApp, removeApp, unfreezeApp } from './change-record.ts';
import { cleanStore } from './clean.ts';
import type { SmokeTest } from './judge-releases.ts';
import { endPreviews } from './preview.ts';
import { newSite } from './testing/test-site.ts';

let site = newSite();

beforeEach(async () => {
  site = newSite();
  await site.publish({});
  for (const version of ['2.0.0', '3.0.0']) await site.add({ version });
});

const canary = (version: string, percent: number) => site.makeCurrent(version, { percent });

/** Like `pnpm promote`. */
async function promote(smokeTest?: SmokeTest): Promise<void> {
  const began = await site.state();
  await site.makeCurrent(canaryIn(began, 'marketing').version, { smokeTest, began });
}

async function nextOf(): Promise<string> {
  const { version, percent } = (await site.record())?.next ?? {};
  return version === undefined ? 'none' : `${version} ${percent}`;
}

async function changes() {
  return (await readHistory(site.store, await site.state())).changes;
}

test('A canary changes neither the current release nor its fallbacks', async () => {
  await canary('2.0.0', 5);
  assert.equal(await nextOf(), '2.0.0 5');
  assert.equal(await site.history(), '1.0.0');
  const since = (await site.record())?.next?.at;
  await canary('2.0.0', 20);
  assert.equal(await nextOf(), '2.0.0 20');
  assert.equal((await site.record())?.next?.at, since);
});

test('A canary that a gateway has ended is neither raised nor promoted until it starts again', async () => {
  await canary('2.0.0', 5);
  await site.endCanary();
  const refusal =
    /2\.0\.0 of marketing was ended at [\d-]+ [\d:]+ UTC, at 5 % of visitors: it failed in 7 of 90 views.*1 of 900.*"pnpm back marketing" first/;
  await assert.rejects(canary('2.0.0', 20), refusal);
  await assert.rejects(promote(), refusal);
  assert.match((await site.status())?.canary?.problems[0] ?? '', /was ended at/);
  assert.equal(await nextOf(), '2.0.0 5');
  await canary('3.0.0', 5);
  assert.equal(await nextOf(), '3.0.0 5');
  await endCanary(site.on, 'marketing');
  assert.equal(await nextOf(), 'none');
  assert.equal(await site.history(), '1.0.0');
  await canary('2.0.0', 5);
  await promote();
  assert.equal(await site.history(), '2.0.0 1.0.0');
  assert.equal(await nextOf(), 'none');
  assert.equal('percent' in ((await site.record())?.current ?? {}), false);
});

test('Promoting a canary runs the smoke test, during which a gateway may end it', async () => {
  await site.publish({ app: 'shell' });
  await canary('2.0.0', 5);
  const found = { opened: ['marketing/Home'], problems: [], warnings: [] };
  await assert.rejects(
    promote(async () => ({ ...found, problems: ['It throws.'] })),
    { message: 'It throws.' },
  );
  const ending = promote(async () => {
    await site.endCanary();
    return found;
  });
  await assert.rejects(ending, /was ended at/);
  assert.equal(await nextOf(), '2.0.0 5');
  assert.equal(await site.history(), '1.0.0');
});

test('Another release for all visitors ends it, publishing the current one again does not', async () => {
  await canary('2.0.0', 5);
  const before = await site.record();
  await site.publish({});
  assert.deepEqual(await site.record(), before);
  await site.makeCurrent('3.0.0');
  assert.equal(await nextOf(), 'none');
  assert.equal(await site.history(), '3.0.0 1.0.0');
});

test('There must be a canary to promote or end, and the current release cannot be one', async () => {
  const none = { message: /^marketing has no canary: "pnpm canary marketing 5"/ };
  await assert.rejects(promote(), none);
  await assert.rejects(endCanary(site.on, 'marketing'), none);
  await assert.rejects(canary('1.0.0', 5), { message: /^marketing 1\.0\.0 is current already/ });
  await site.add({ app: 'auth' });
  await assert.rejects(site.makeCurrent({ auth: '1.0.0' }, { percent: 5 }), {
    message: /^auth is not part of the site/,
  });
});

test('If the marker of its end cannot be read, its status says so', async () => {
  await canary('2.0.0', 5);
  const { next } = (await site.record()) ?? {};
  assert.ok(next);
  await site.store.write(endedPath('marketing', next), Buffer.from('{'));
  assert.match((await site.status())?.canary?.ahead ?? '', /^ended\/marketing\/.* is not JSON\.$/);
});

test('It is judged as if it were current', async () => {
  await site.publish({ app: 'shell', provides: { api: '1.0.0' } });
  await site.add({ version: '4.0.0', needs: { api: '^2.0.0' } });
  await assert.rejects(canary('4.0.0', 5), {
    message: /^marketing 4\.0\.0 needs api in \^2\.0\.0/,
  });
  assert.equal(await nextOf(), 'none');
});

test('It is not removed while it runs', async () => {
  await canary('2.0.0', 5);
  const clean = () =>
    cleanStore(site.on, ['marketing'], { RELEASES_KEEP: '0', RELEASES_KEEP_DAYS: '0' });
  assert.deepEqual(await clean(), ['marketing 3.0.0']);
  await endCanary(site.on, 'marketing');
  assert.deepEqual(await clean(), ['marketing 2.0.0']);
});

test('While an app is frozen, it can only go back', async () => {
  await site.makeCurrent('2.0.0');
  await freezeApp(site.on, 'marketing', 'sale');
  const frozen = {
    message:
      /^marketing is frozen since [\d-]+ [\d:]+ UTC by owner: sale\. "pnpm unfreeze marketing"/,
  };
  for (const refused of [
    () => site.makeCurrent('3.0.0'),
    () => canary('3.0.0', 5),
    () => removeApp(site.on, 'marketing'),
    () => freezeApp(site.on, 'marketing', 'again'),
  ])
    await assert.rejects(refused, frozen);
  await site.makeCurrent('1.0.0', { withdraw: 'throws' });
  assert.equal(await site.history(), '1.0.0 (2.0.0)');
  await assert.rejects(site.makeCurrent('3.0.0'), frozen);
  await unfreezeApp(site.on, 'marketing');
  await assert.rejects(unfreezeApp(site.on, 'marketing'), { message: 'marketing is not frozen.' });
  await site.makeCurrent('3.0.0');
  assert.equal((await site.record())?.current?.version, '3.0.0');
});

test('The history has each change', async () => {
  await canary('2.0.0', 5);
  await canary('2.0.0', 20);
  await freezeApp(site.on, 'marketing', 'sale');
  await unfreezeApp(site.on, 'marketing');
  await promote();
  await site.makeCurrent('1.0.0');
  assert.deepEqual(
    (await changes()).map(({ what, by }) => `${what} by ${by}`),
    [
      'released by owner',
      'canary 2.0.0 at 5 % by owner',
      'canary 2.0.0 at 20 % by owner',
      'frozen: sale by owner',
      'unfrozen by owner',
      'promoted by owner',
      'went back by owner',
    ],
  );
});

test("The history names a canary's version, and why a gateway has ended it", async (context) => {
  await canary('2.0.0', 5);
  // A marker and the record after it may be of the same millisecond.
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 1000 });
  await site.endCanary();
  await endCanary(site.on, 'marketing');
  await endPreviews(site.on, 'marketing');
  assert.deepEqual(
    (await changes()).map(({ what, current, release }) => [
      what.slice(0, 20),
      current,
      release?.version,
    ]),
    [
      ['released', '1.0.0', '1.0.0'],
      ['canary 2.0.0 at 5 %', '1.0.0', '2.0.0'],
      ['The canary 2.0.0 of ', '1.0.0', '2.0.0'],
      ['canary 2.0.0 ended', '1.0.0', '2.0.0'],
      ['previews ended', '1.0.0', undefined],
    ],
  );
});
