import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import { worseThan } from './compare.ts';
import type { Traces } from './in-page/watch-page.ts';
import type { Seen } from './visit-screen.ts';

const nothing: Traces = { globals: [], replaced: [], stored: [], styles: [], running: [] };

const seen = (given: Partial<Seen>): Seen => ({
  problems: [],
  moment: '',
  path: '',
  requested: new Set(),
  ...given,
});

const left = (traces: Partial<Traces>) => seen({ traces: { ...nothing, ...traces } });

test('what the current release leaves too is no problem, and more of the same is', () => {
  const before = left({ running: ['interval'], globals: ['webpackChunk'] });
  assert.deepEqual(worseThan(before, before), []);
  const more = left({ running: ['interval', 'interval'], globals: ['webpackChunk', 'planted'] });
  assert.deepEqual(worseThan(more, before), [
    'it leaves global names behind: planted',
    'it leaves running: interval',
  ]);
});

test('of an app that is new, only what no release may do is a problem', () => {
  const problems = worseThan(left({ globals: ['webpackChunk'], replaced: ['fetch'] }), undefined);
  assert.deepEqual(problems, ['it replaces functions of the browser: fetch']);
});

test('a long task is a problem unless the current release has one like it', () => {
  const slow = seen({ longestTask: 1400 });
  assert.deepEqual(worseThan(slow, undefined), ['it blocks the page for 1400 ms']);
  assert.deepEqual(worseThan(slow, seen({ longestTask: 1000 })), []);
  assert.deepEqual(worseThan(seen({ longestTask: 1000 }), seen({ longestTask: 10 })), []);
});

test('memory that grows with each visit is a problem', () => {
  const growth = { bytes: 900_000, nodes: 10, listeners: 1 };
  assert.deepEqual(worseThan(seen({ growth }), undefined), [
    'each visit leaves 900000 bytes in the memory',
  ]);
});

test('a header that looks different, has another size, or is gone is a problem', () => {
  const picture = (width: number, shade: number) => {
    const png = new PNG({ width, height: 10 });
    png.data.fill(255);
    for (let point = 0; point < 5; point++) png.data.fill(shade, point * 4, point * 4 + 3);
    return { pictures: { header: PNG.sync.write(png) } };
  };
  const before = seen(picture(100, 255));
  assert.deepEqual(worseThan(seen(picture(100, 255)), before), []);
  assert.deepEqual(worseThan(seen(picture(100, 0)), before), [
    'the header looks different in 0.5 % of its points than with the current release',
  ]);
  assert.deepEqual(worseThan(seen(picture(90, 255)), before), [
    'the header has 90 × 10 px, in place of 100 × 10 with the current release',
  ]);
  assert.deepEqual(worseThan(seen({ pictures: {} }), before), [
    'the header is missing, which is there with the current release',
  ]);
});
