import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { inlineScript } from './inline-script.ts';

/** Runs the script in a page that has only what it uses. */
function run(stored: string | null) {
  const marks: string[] = [];
  const removed: string[] = [];
  runInNewContext(inlineScript, {
    localStorage: { getItem: () => stored, removeItem: (key: string) => removed.push(key) },
    document: { documentElement: { setAttribute: (name: string) => marks.push(name) } },
    performance: { getEntriesByType: () => [] },
    location: { hash: '' },
    addEventListener: () => {},
  });
  return { marks, removed };
}

for (const stored of ['{"token":"token-1"}', '"token-1"', 'token-1'])
  test(`${stored} marks a driver, and stays`, () => {
    assert.deepEqual(run(stored), { marks: ['data-signed-in'], removed: [] });
  });

for (const stored of [
  'null',
  'true',
  '12',
  '{}',
  '[]',
  '["token-1"]',
  '{"constructor":"token-1"}',
  '{"__proto__":{"token":"token-1"}}',
  '{"token":["token-1"]}',
  '{"token":" "}',
  '{"token":"tok',
  '""',
  ' ',
])
  test(`${stored} is no session, and is removed`, () => {
    assert.deepEqual(run(stored), { marks: [], removed: ['kargo_web'] });
  });

test('Nothing stored is nobody', () => {
  assert.deepEqual(run(null).marks, []);
});
