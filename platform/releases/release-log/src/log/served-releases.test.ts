import assert from 'node:assert/strict';
import { test } from 'node:test';
import { release } from '../testing/test-log.ts';
import type { AppRecord, LoggedRelease } from './app-record.ts';
import { fallbackReleases, versionsInUse, withCurrent } from './served-releases.ts';

const hour = 60 * 60 * 1000;
const start = Date.parse('2026-01-01T00:00:00Z');
const at = (hours: number) => new Date(start + hours * hour).toISOString();

/** Makes releases current one after the other, and returns the record. */
function recordOf(...releases: LoggedRelease[]): AppRecord {
  let record: AppRecord | undefined;
  for (const next of releases) {
    const content = withCurrent(record, next);
    record = { app: 'auth', number: 1, at: next.at, by: 'test', heads: {}, ...content };
  }
  if (!record) throw new Error('No release');
  return record;
}

const fallbacks = (record: AppRecord) =>
  fallbackReleases({ records: new Map([['auth', { record }]]) }, 'auth').map(
    ({ version }) => version,
  );

/** Twelve releases without a smoke test, an hour apart, after one that was current for two days. */
const twelveBad = Array.from({ length: 12 }, (_, index) =>
  release(`bad-${index}`, { at: at(48 + index) }),
);

test('Twelve bad releases one after another do not push the last good one out', () => {
  const record = recordOf(release('good', { at: at(0) }), ...twelveBad);
  assert.equal(record.earlier.length, 10);
  assert.deepEqual(fallbacks(record).slice(0, 3), ['bad-10', 'bad-9', 'good']);
});

test('One that has passed the smoke test comes first', () => {
  const record = recordOf(release('good', { at: at(0), opened: ['auth/Login'] }), ...twelveBad);
  assert.deepEqual(fallbacks(record).slice(0, 2), ['good', 'bad-10']);
});

test('A smoke test with nothing to open does not count', () => {
  const record = recordOf(
    release('nothing', { at: at(0), opened: [] }),
    release('later', { at: at(1) }),
    release('current', { at: at(2) }),
  );
  assert.deepEqual(fallbacks(record), ['later', 'nothing']);
});

test('A withdrawn release is neither a fallback nor the last good one', () => {
  const good = release('good', { at: at(0) });
  const record = recordOf(release('before', { at: at(-48) }), good, ...twelveBad);
  const earlier = record.earlier.map((it) =>
    it.version === 'good' ? { ...it, withdrawn: 'throws' } : it,
  );
  assert.equal(fallbacks({ ...record, earlier }).includes('good'), false);
});

test('A release that becomes current again is listed once', () => {
  const record = recordOf(
    release('1', { at: at(0) }),
    release('2', { at: at(1) }),
    release('1', { at: at(2) }),
  );
  assert.deepEqual([record.current?.version, fallbacks(record)], ['1', ['2']]);
});

test('Pages may run the current release, the canary, the fallbacks, and releases replaced within a day', () => {
  const record = {
    ...recordOf(
      release('first', { at: at(0) }),
      release('second', { at: at(1) }),
      release('third', { at: at(2) }),
    ),
    next: { ...release('canary', { at: at(3) }), percent: 5 },
  };
  const inUse = (hours: number, changed: Partial<AppRecord> = {}) => {
    const records = new Map([['auth', { record: { ...record, ...changed } }]]);
    return versionsInUse({ records }, 'auth', ['fallback'], start + hours * hour);
  };
  assert.deepEqual(inUse(24.9), ['third', 'canary', 'second', 'first', 'fallback']);
  assert.deepEqual(inUse(25), ['third', 'canary', 'second', 'fallback']);
  assert.deepEqual(inUse(26), ['third', 'canary', 'fallback']);
  // Open pages still have it when the app is taken out of the site.
  const removed = { ...withCurrent(record, null), next: undefined, at: at(30) };
  assert.deepEqual(inUse(53.9, removed), ['third', 'fallback']);
  assert.deepEqual(inUse(54, removed), ['fallback']);
});
