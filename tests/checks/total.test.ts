import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summary } from './total.ts';

test('the summary tells of each failure where it is, how to run it alone, and what it saw, before the total', () => {
  const failed = [
    { name: 'it', file: 'api/src/it.test.ts', alone: 'pnpm test it', saw: 'no,\nreally' },
    { name: 'check:it', alone: 'pnpm check:it', saw: 'never' },
  ];
  const skipped = ['no net', 'no disk', 'no net'];
  assert.deepEqual(summary({ passed: 3, failed, skipped }).split('\n'), [
    '',
    '✗ it',
    '  api/src/it.test.ts',
    '  run alone: pnpm test it',
    'no,',
    'really',
    '',
    '✗ check:it',
    '  run alone: pnpm check:it',
    'never',
    '',
    '– 2 skipped: no net',
    '– 1 skipped: no disk',
    '3 passed, 2 failed, 3 skipped',
  ]);
});
