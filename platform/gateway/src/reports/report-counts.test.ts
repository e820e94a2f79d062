import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { inspect } from 'node:util';
import { ReportCounts } from './report-counts.ts';

const release = { app: 'marketing', version: '2.0.0' };
const minuteMs = 60_000;
let counts: ReportCounts;

beforeEach(() => {
  mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 0, 1) });
  counts = new ReportCounts();
});

afterEach(() => mock.timers.reset());

test('Counts views and failures of each release within a number of minutes', () => {
  counts.add({ ...release, kind: 'view' });
  mock.timers.tick(4 * minuteMs);
  counts.add({ ...release, kind: 'gave-way' });
  counts.add({ ...release, kind: 'screen-threw' });
  counts.add({ ...release, kind: 'policy' });
  counts.add({ ...release, version: '1.0.0', kind: 'view' });
  assert.deepEqual(counts.of('marketing', '2.0.0', 5), { views: 1, failures: 2, bounded: 2 });
  assert.deepEqual(counts.of('marketing', '2.0.0', 3), { views: 0, failures: 2, bounded: 2 });
  mock.timers.tick(60 * minuteMs);
  assert.deepEqual(counts.of('marketing', '2.0.0', 5), { views: 0, failures: 0, bounded: 0 });
  assert.deepEqual(counts.of('marketing', '3.0.0', 60), { views: 0, failures: 0, bounded: 0 });
});

test('Keeps an hour, and only the newest releases', () => {
  for (let span = 0; span < 2000; span += 1) {
    counts.add({ ...release, kind: 'view' });
    mock.timers.tick(5000);
  }
  assert.equal(counts.of('marketing', '2.0.0', 1000).views, 720);
  for (let index = 0; index < 600; index += 1)
    counts.add({ app: 'marketing', version: `${index}`, kind: 'view' });
  const viewsOf = (index: number) => counts.of('marketing', `${index}`, 5).views;
  assert.deepEqual([0, 99, 100, 599].map(viewsOf), [0, 0, 1, 1]);
});

test('Counts the addresses of failures within ten minutes, at most a hundred per release', () => {
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2'])
    counts.add({ ...release, kind: 'gave-way' }, address);
  counts.add({ ...release, kind: 'view' }, '192.0.2.3');
  counts.add({ ...release, kind: 'policy' }, '192.0.2.3');
  const ofRelease = (addresses: number) => [{ ...release, addresses }];
  assert.deepEqual(counts.addresses(), ofRelease(2));
  mock.timers.tick(9 * minuteMs);
  counts.add({ ...release, kind: 'screen-threw' }, '192.0.2.2');
  mock.timers.tick(2 * minuteMs);
  assert.deepEqual(counts.addresses(), ofRelease(1));
  for (let sent = 0; sent < 200; sent += 1)
    counts.add({ ...release, kind: 'gave-way' }, `198.51.100.${sent}`);
  assert.deepEqual(counts.addresses(), ofRelease(100));
  assert.doesNotMatch(inspect(counts, { depth: 9, showHidden: true }), /198\.51/);
  mock.timers.tick(11 * minuteMs);
  assert.deepEqual(counts.addresses(), []);
});

test('However often it reports, no address has more than two in any five minutes', () => {
  let most = 0;
  for (let second = 0; second < 1000; second += 1) {
    counts.add({ ...release, kind: 'gave-way' }, '192.0.2.1');
    most = Math.max(most, counts.of('marketing', '2.0.0').bounded);
    mock.timers.tick(1000);
  }
  assert.equal(most, 2);
});

test('An address has at most two bounded failures of a release within five minutes', () => {
  const fail = (address: string, version = '2.0.0') =>
    counts.add({ app: 'marketing', version, kind: 'gave-way' }, address);
  const bounded = () => counts.of('marketing', '2.0.0', 60).bounded;
  for (let page = 0; page < 50; page += 1) fail('192.0.2.1');
  assert.equal(bounded(), 2);
  fail('192.0.2.2');
  fail('192.0.2.1', '1.0.0');
  assert.equal(bounded(), 3);
  assert.equal(counts.of('marketing', '1.0.0', 5).bounded, 1);
  mock.timers.tick(5 * minuteMs + 5000);
  for (let page = 0; page < 50; page += 1) fail('192.0.2.1');
  assert.equal(bounded(), 5);
  assert.equal(counts.of('marketing', '2.0.0', 60).failures, 101);
});
