import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summary } from './total.ts';

test('the summary has a line for each reason why something was skipped', () => {
  const skipped = ['no net', 'no disk', 'no net'];
  const lines = summary({ passed: 3, failed: ['it\nno, really'], skipped }).split('\n');
  assert.deepEqual(lines, [
    '',
    '✗ it',
    'no, really',
    '',
    '– 2 skipped: no net',
    '– 1 skipped: no disk',
    '3 passed, 1 failed, 3 skipped',
  ]);
});
