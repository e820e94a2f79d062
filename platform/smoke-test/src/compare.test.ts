import assert from 'node:assert/strict';
import { test } from 'node:test';
import { worseThan } from './compare.ts';
import type { Traces } from './in-page/watch-page.ts';
import type { Seen } from './visit-screen.ts';

const nothing: Traces = {
  globals: [],
  replaced: [],
  stored: [],
  styles: [],
  running: [],
  attributes: [],
  impossible: [],
};

const seen = (given: Partial<Seen>): Seen => ({
  problems: [],
  isLate: false,
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
  const impossible = ['the page cannot be scrolled'];
  const now = left({ globals: ['webpackChunk'], replaced: ['fetch'], impossible });
  assert.deepEqual(worseThan(now, undefined), [
    'it replaces functions of the browser: fetch',
    'it leaves a page in which: the page cannot be scrolled',
  ]);
});

test('another value of a custom property is a problem, and one that only one release uses is none', () => {
  const now = seen({ theme: { '--paper': 'red', '--ink': 'grey', '--new': 'green' } });
  const before = seen({ theme: { '--paper': 'white', '--ink': 'black' } });
  assert.deepEqual(worseThan(now, before), [
    'it overrides custom properties of the page: --paper: red, in place of white; --ink: grey, in place of black',
  ]);
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

test('what is the cause is said before what the page looks like', () => {
  const elements = [{ name: 'header', box: [0, 0, 100, 10], values: 'red', isMoving: false }];
  const header = { properties: ['color'], elements };
  const before = { ...left({}), parts: { header } };
  const now = { ...left({ styles: ['header { color: red }'] }), parts: {} };
  assert.deepEqual(worseThan(now, before), [
    'it leaves styles behind that apply to other parts of the page: header { color: red }',
    'the header is missing, which is there with the current release',
  ]);
});
