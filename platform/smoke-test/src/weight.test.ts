import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRelease } from '@kargo/release-log/testing/test-release';
import type { Screen, Weight } from './screens.ts';
import { sizeProblems, weightOf } from './weight.ts';

const sha384 = '';
const release = testRelease({
  files: {
    'entry.js': { sha384, size: 9000, variants: { '.br': { sha384, size: 2000 } } },
    'about.css': { sha384, size: 500 },
    'a b.png': { sha384, size: 4000 },
    'unused.js': { sha384, size: 1_000_000 },
  },
});
const releases = new Map([['marketing', release]]);

test('the requested files of the release count, compressed', () => {
  const files = ['entry.js', 'about.css', 'a%20b.png', 'entry.js?attempt=1'];
  const own = files.map((file) => `https://kargo.example/releases/marketing/1.0.0/${file}`);
  const others = ['https://kargo.example/', 'https://kargo.example/releases/shell/1.0.0/entry.js'];
  const weight = weightOf(releases, 'marketing', new Set([...own.slice(0, 3), ...others]));
  assert.deepEqual(weight, { script: 2, style: 0.5, total: 6.5 });
});

const weigh = (script: number) => {
  const limit: Weight = { script: 100, style: 20, total: 500 };
  const screen: Screen = {
    id: 'marketing/About',
    app: 'marketing',
    path: '/about',
    title: 'About',
    access: 'public',
    limit,
  };
  return sizeProblems(screen, { script, style: 0, total: 0 }, releases);
};

test('more than the shell allows is refused', () => {
  assert.deepEqual(weigh(100), []);
  assert.deepEqual(weigh(100.1), [
    'marketing 1.0.0 loads 100.1 kB (script) at marketing/About, and the shell allows 100: make it smaller, or add --accept-size "why".',
  ]);
});
