import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { parsePublisherKey } from '@kargo/release-log/contract/release-signature';

test('A key for one app is named after it and the day, so that the next one has another name', () => {
  const { kid, apps } = newKey('tracking');
  assert.match(kid, /^tracking-\d{4}-\d\d-\d\d$/);
  assert.deepEqual(apps, ['tracking']);
});

test('A key has the name that it is given, for some apps', () => {
  const { kid, apps } = newKey('marketing-2026', 'marketing', 'auth');
  assert.equal(kid, 'marketing-2026');
  assert.deepEqual(apps, ['marketing', 'auth']);
});

test('It says which part of PUBLISHERS the public part goes into', () => {
  assert.match(
    print('tracking'),
    /^Goes into the keys of PUBLISHERS, \{"log":"…","keys":\[…\]\}:$/m,
  );
});

const print = (...parameters: string[]) =>
  execFileSync(process.execPath, [join(import.meta.dirname, 'new-key.ts'), ...parameters], {
    encoding: 'utf8',
  });

/** Runs the program, and returns the private key that it prints. */
function newKey(...parameters: string[]) {
  return parsePublisherKey(print(...parameters).split('\n')[1] ?? '', 'PUBLISHER_KEY');
}
