import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { parsePublisherKey } from '@kargo/release-log/rules/release-signature';

/** Runs the program, and returns what it prints, with the private key. */
function newKey(...parameters: string[]) {
  const program = join(import.meta.dirname, 'new-key.ts');
  const printed = execFileSync(process.execPath, [program, ...parameters], { encoding: 'utf8' });
  return { printed, key: parsePublisherKey(printed.split('\n')[1] ?? '', 'PUBLISHER_KEY') };
}

test('A key for one app is named after it and the day, so that the next one has another name', () => {
  const { printed, key } = newKey('tracking');
  assert.match(key.kid, /^tracking-\d{4}-\d\d-\d\d$/);
  assert.deepEqual(key.apps, ['tracking']);
  assert.match(printed, /^Goes into the keys of PUBLISHERS, \{"log":"…","keys":\[…\]\}:$/m);
});

test('A key for several apps has the given name', () => {
  const { kid, apps } = newKey('marketing-2026', 'marketing', 'auth').key;
  assert.equal(kid, 'marketing-2026');
  assert.deepEqual(apps, ['marketing', 'auth']);
});
