import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inWords, readers, sum } from './tally.ts';

test('totals are added up', () => {
  const total = sum([
    { passed: 3, failed: 0, skipped: 1 },
    { passed: 2, failed: 4, skipped: 0 },
  ]);
  assert.deepEqual(total, { passed: 5, failed: 4, skipped: 1 });
});

test('skipped items are named only when there are any', () => {
  assert.equal(inWords({ passed: 5, failed: 4, skipped: 1 }), '5 passed, 4 failed, 1 skipped');
  assert.equal(inWords({ passed: 5, failed: 0, skipped: 0 }), '5 passed, 0 failed');
});

test('a cancelled test of Node has failed', () => {
  const counts = { passed: 1, failed: 2, cancelled: 3, skipped: 4, todo: 5 };
  assert.deepEqual(readers.node(counts), { passed: 1, failed: 5, skipped: 9 });
});

test('a suite that jest cannot load has failed', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 2,
    numPendingTests: 3,
    numTodoTests: 4,
    numRuntimeErrorTestSuites: 5,
  };
  assert.deepEqual(readers.jest(report), { passed: 1, failed: 7, skipped: 7 });
});

test('a journey that passed at the second try has failed, and so has a broken set-up', () => {
  const stats = { expected: 1, unexpected: 2, flaky: 3, skipped: 4 };
  assert.deepEqual(readers.playwright({ stats, errors: [{}] }), {
    passed: 1,
    failed: 6,
    skipped: 4,
  });
});

for (const [runner, read] of Object.entries(readers)) {
  test(`anything else is no report of ${runner}`, () => {
    for (const report of [{}, null, [], { stats: {}, errors: [] }]) {
      assert.throws(() => read(report));
    }
  });
}
