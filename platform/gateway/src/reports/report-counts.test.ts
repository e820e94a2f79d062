import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Report } from '@kargo/shared-types/releases/reports';
import { ReportCounts } from './report-counts.ts';

const release = { app: 'marketing', version: '2.0.0' };
const minuteMs = 60_000;

test('Counts views, failures and problems of each release within the minutes that were asked for', (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 0, 1) });
  const counts = new ReportCounts();
  counts.add({ ...release, kind: 'view' });
  context.mock.timers.tick(4 * minuteMs);
  counts.add({ ...release, kind: 'gave-way' });
  counts.add({ ...release, kind: 'screen-threw' });
  counts.add({ ...release, kind: 'policy' });
  counts.add({ ...release, version: '1.0.0', kind: 'view' });
  const problems = { 'gave-way': 1, 'screen-threw': 1, policy: 1 };
  assert.deepEqual(counts.of('marketing', '2.0.0', 5), { views: 1, failures: 2, problems });
  assert.deepEqual(counts.of('marketing', '2.0.0', 3), { views: 0, failures: 2, problems });
  context.mock.timers.tick(60 * minuteMs);
  assert.deepEqual(counts.of('marketing', '2.0.0', 5), { views: 0, failures: 0, problems: {} });
  assert.deepEqual(counts.of('marketing', '3.0.0', 60), { views: 0, failures: 0, problems: {} });
});

test('Hands each report to listeners, those without counts too', () => {
  const counts = new ReportCounts();
  const heard: Report[] = [];
  counts.onReport((report) => heard.push(report));
  const vitals: Report = { ...release, kind: 'vitals', route: '/', lcp: 900 };
  counts.add(vitals);
  counts.add({ ...release, kind: 'view' });
  assert.deepEqual(heard, [vitals, { ...release, kind: 'view' }]);
});

test('Keeps the counts of a bounded number of releases', () => {
  const counts = new ReportCounts();
  for (let index = 0; index < 10_000; index += 1)
    counts.add({ app: 'marketing', version: `${index}`, kind: 'view' });
  const kept = Array.from({ length: 10_000 }, (_, index) => counts.of('marketing', `${index}`, 5));
  assert.equal(kept.filter(({ views }) => views > 0).length, 200);
  assert.equal(kept.at(-1)?.views, 1);
});
