import assert from 'node:assert/strict';
import { test } from 'node:test';
import { worseThan } from './compare.ts';
import type { Leftovers } from './in-page/watch-page.ts';
import type { Parts } from './parts.ts';
import type { Seen } from './visit-screen.ts';

const nothing: Leftovers = {
  globals: [],
  replaced: [],
  styles: [],
  running: [],
  attributes: [],
};

const seen = (given: Partial<Seen>): Seen => ({
  problems: [],
  isLate: false,
  moment: '',
  path: '',
  requested: new Set(),
  ...given,
});

const noParts: Parts = { elements: [], styles: [], theme: {}, stored: [] };
const parts = (given: Partial<Parts>): Parts => ({ ...noParts, ...given });
const withParts = (given: Partial<Parts>) => seen({ parts: parts(given) });

const left = (leftovers: Partial<Leftovers>) => seen({ leftovers: { ...nothing, ...leftovers } });

test('leftovers that the current release has too are not a problem, but more of them are', () => {
  const before = left({ running: ['interval'], globals: ['webpackChunk'] });
  assert.deepEqual(worseThan(before, before), []);
  const more = left({ running: ['interval', 'interval'], globals: ['webpackChunk', 'planted'] });
  assert.deepEqual(worseThan(more, before), [
    'it leaves global names behind: planted',
    'it leaves running: interval',
  ]);
});

test('a new app has only the problems that no release may have', () => {
  const now = left({ globals: ['webpackChunk'], replaced: ['fetch'] });
  assert.deepEqual(worseThan(now, undefined), ['it replaces functions of the browser: fetch']);
});

test('another value of a custom property is a problem, but not one that only one release uses', () => {
  const now = withParts({ theme: { '--paper': 'red', '--ink': 'grey', '--new': 'green' } });
  const before = withParts({ theme: { '--paper': 'white', '--ink': 'black' } });
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
  assert.deepEqual(worseThan(seen({ growth: 900_000 }), undefined), [
    'each visit leaves 900000 bytes in the memory',
  ]);
});

test('the cause is named before its effects on header and footer', () => {
  const before = { ...left({}), parts: parts({ elements: ['<header>', '<a>Home'] }) };
  const styles = ['header { color: red }'];
  const elements = ['<header>', '<a>News'];
  const now = { ...left({ styles }), parts: parts({ elements, styles }) };
  assert.deepEqual(worseThan(now, before), [
    'it leaves styles behind that apply to other parts of the page: header { color: red }',
    'its styles apply to header or footer: header { color: red }',
    'it changes header or footer: <a>News, in place of <a>Home',
  ]);
});

test('a missing element of header or footer is a problem, but a missing style is not', () => {
  const before = withParts({ elements: ['<header>', '<b>'], styles: ['a { color: red }'] });
  const now = withParts({ elements: ['<header>'] });
  assert.deepEqual(worseThan(now, before), [
    'it changes header or footer: nothing, in place of <b>',
  ]);
});
