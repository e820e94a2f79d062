import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Rollout, resumed } from '../rules/rollout.ts';
import { marketing, owner, publishers, release, TestLog } from '../testing/test-log.ts';
import { addRecord, nextRecord } from './add-record.ts';
import type { Canary, RecordChange } from './app-record.ts';
import { endedPath } from './ended-canary.ts';
import { readHistory } from './log-history.ts';
import { canariesOf, fallbackReleases, versionsInUse } from './served-releases.ts';

const minute = 60_000;
const start = '2026-01-01T10:00:00.000Z';
const steps = [
  { percent: 1, minute: 0 },
  { percent: 20, minute: 30 },
  { percent: 100, minute: 60 },
];

/** A log in which the rollout of marketing 2 begins now. */
async function rollingOut(context: TestContext, given: Partial<Rollout> = {}) {
  context.mock.timers.enable({ apis: ['Date'], now: Date.parse(start) });
  const log = new TestLog();
  await log.publish('marketing', '1');
  const next: Canary = { ...release('2'), percent: 1, rollout: { start, steps, ...given } };
  const change = async (content: RecordChange) => {
    const signer = { key: marketing, by: marketing.kid, publishers };
    const record = await nextRecord(await log.state(), 'marketing', content, signer);
    assert.ok(await addRecord(log.store, record));
  };
  context.mock.timers.tick(1);
  await change({ next });
  const end = (at = new Date().toISOString()) => {
    const ended = { app: 'marketing', version: '2', at };
    const counts = { percent: 1, views: 9, failures: 5, currentViews: 9, currentFailures: 0 };
    return log.store.create(
      endedPath('marketing', next),
      Buffer.from(JSON.stringify({ ...ended, ...counts })),
    );
  };
  return { log, change, end, next };
}

/** Returns what counts, such as `1, canary 2 at 1 %`. */
async function counts(log: TestLog): Promise<string> {
  const { current, next } = (await log.state()).records.get('marketing')?.record ?? {};
  return `${current?.version}${next ? `, canary ${next.version} at ${next.percent} %` : ''}`;
}

test('A rollout proceeds by time alone, and becomes current an hour after 100 %', async (context) => {
  const { log } = await rollingOut(context);
  const { timers } = context.mock;
  assert.equal(await counts(log), '1, canary 2 at 1 %');
  timers.tick(30 * minute);
  assert.equal(await counts(log), '1, canary 2 at 20 %');
  timers.tick(30 * minute);
  assert.equal(await counts(log), '1, canary 2 at 100 %');
  timers.tick(60 * minute - 2);
  assert.equal(await counts(log), '1, canary 2 at 100 %');
  timers.tick(1);
  assert.equal(await counts(log), '2');
  const state = await log.state();
  assert.equal(canariesOf(state).size, 0);
  assert.deepEqual(
    fallbackReleases(state, 'marketing').map(({ version }) => version),
    ['1'],
  );
  assert.equal(state.records.get('marketing')?.record.current?.at, '2026-01-01T12:00:00.000Z');
});

test('A rollout that starts more than 30 s in the future does not count', async (context) => {
  const { log } = await rollingOut(context, { start: '2026-01-01T10:00:31.000Z' });
  assert.equal(await counts(log), '1');
  context.mock.timers.tick(1000);
  assert.equal(await counts(log), '1, canary 2 at 1 %');
});

test('Until the next record, visitors may run both releases', async (context) => {
  const { log, change } = await rollingOut(context);
  context.mock.timers.tick(50 * 60 * minute);
  const inUse = async () => versionsInUse(await log.state(), 'marketing', []);
  assert.deepEqual(await inUse(), ['2', '1']);
  await change({ previewsEndedAt: start });
  const { record, signed } = (await log.state()).records.get('marketing') ?? {};
  assert.equal(signed, undefined);
  assert.equal(record?.current?.version, '2');
  assert.equal('rollout' in (record?.current ?? {}), false);
  assert.equal(record?.next, undefined);
  assert.deepEqual(await inUse(), ['2']);
});

test('A marker stops it at its signed percentage; a later marker does not count', async (context) => {
  const { log, end } = await rollingOut(context);
  context.mock.timers.tick(120 * minute - 2);
  await end();
  context.mock.timers.tick(1000 * minute);
  assert.equal(await counts(log), '1, canary 2 at 1 %', 'as it was signed');

  context.mock.timers.reset();
  const other = await rollingOut(context);
  context.mock.timers.tick(120 * minute - 1);
  await other.end(start);
  assert.equal(await counts(other.log), '2', 'whatever time it claims');
});

test('An unreadable marker stops the rollout', async (context) => {
  const { log, next } = await rollingOut(context);
  await log.store.create(endedPath('marketing', next), Buffer.from('{'));
  context.mock.timers.tick(1000 * minute);
  assert.equal(await counts(log), '1, canary 2 at 1 %');
});

test("The history has a rollout's steps, its raise by hand, and its end", async (context) => {
  const { log, change, next } = await rollingOut(context);
  const { timers } = context.mock;
  timers.tick(40 * minute);
  await change({ previewsEndedAt: start });
  timers.tick(minute);
  await change({ next: { ...next, percent: 50 } });
  const history = async () => {
    const { changes } = await readHistory(log.store, await log.state());
    return changes.map(({ at, what, current }) => [at.slice(11, 16), what, current]);
  };
  const begun = [
    ['10:00', 'released', '1'],
    ['10:00', 'canary 2 at 1 %, 20 % from 10:30, 100 % from 11:00, current from 12:00 UTC', '1'],
    ['10:40', 'previews ended', '1'],
    ['10:41', 'canary 2 at 50 %, 100 % from 11:00, current from 12:00 UTC', '1'],
  ];
  assert.deepEqual(await history(), begun);
  timers.tick(120 * minute);
  const arrived = [...begun, ['12:00', 'rolled out', '2']];
  assert.deepEqual(await history(), arrived);
  await change({ frozen: { reason: 'sale', at: start, by: 'marketing' } });
  assert.deepEqual(await history(), [...arrived, ['12:41', 'frozen: sale', '2']]);
  await log.publish('marketing', '3', owner);
  assert.deepEqual((await history()).at(-1), ['12:41', 'released', '3']);
});

test('A rollout dated at the end of time never arrives, and leaves the history readable', async (context) => {
  const { log, change } = await rollingOut(context, { start: '+275760-09-13T00:00:00.000Z' });
  await change({ previewsEndedAt: start });
  const { changes } = await readHistory(log.store, await log.state());
  assert.deepEqual(
    changes.map(({ what }) => what.slice(0, 14)),
    ['released', 'canary 2 at 1 ', 'canary 2 ended'],
  );
});

test('The history has the end of a canary that a freeze had held', async (context) => {
  const { log, change, end, next } = await rollingOut(context);
  const { timers } = context.mock;
  timers.tick(minute);
  const held = { start, steps, held: new Date().toISOString() };
  const frozen = { reason: 'sale', at: start, by: 'marketing' };
  await change({ frozen, next: { ...next, rollout: held } });
  timers.tick(600 * minute);
  await change({ frozen: undefined, next: { ...next, rollout: resumed(held, Date.now()) } });
  timers.tick(minute);
  await end();
  assert.equal(await counts(log), '1, canary 2 at 1 %');
  const { changes } = await readHistory(log.store, await log.state());
  assert.match(`${changes.at(-1)?.what}`, /^The canary 2 of marketing was ended at/);
});
