import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usualSteps } from '@kargo/release-log/rules/rollout';
import { CliError } from './cli-error.ts';
import { readSteps, stepsFor } from './rollout-steps.ts';

test('The usual steps, or those of KARGO_ROLLOUT', () => {
  assert.equal(readSteps(undefined), usualSteps);
  assert.equal(readSteps(''), usualSteps);
  assert.deepEqual(readSteps('0.5@0, 100@1440'), [
    { percent: 0.5, minute: 0 },
    { percent: 100, minute: 1440 },
  ]);
  assert.deepEqual(readSteps('100@0'), [{ percent: 100, minute: 0 }]);
});

for (const [what, value] of Object.entries({
  'no steps': 'slow',
  'a later begin': '1@5,100@60',
  'fewer visitors later': '5@0,1@10,100@60',
  'two steps at once': '5@0,20@10,50@10,100@60',
  'no end': '1@0,20@10',
  'nobody at first': '0@0,100@60',
  'more than all': '1@0,101@10',
  'a step too much': `${Array.from({ length: 20 }, (_, it) => `${it + 1}@${it}`)},100@60`,
  'an end after ten weeks': '1@0,100@100001',
}))
  test(`KARGO_ROLLOUT with ${what} is refused`, () => {
    assert.throws(() => readSteps(value), CliError);
  });

test('A release into a store elsewhere is gradual, unless it is of several apps, goes back, or is to be at once', () => {
  const elsewhere = { releases: 's3://releases' };
  assert.equal(stepsFor(['profile'], elsewhere), usualSteps);
  assert.equal(stepsFor(['profile'], {}), undefined);
  assert.equal(stepsFor(['profile'], { gradually: true }), usualSteps);
  assert.equal(stepsFor(['profile'], { ...elsewhere, atOnce: true }), undefined);
  assert.equal(stepsFor(['profile'], { ...elsewhere, to: '1.0.0' }), undefined);
  assert.equal(stepsFor(['shell', 'profile'], elsewhere), undefined);
  assert.throws(() => stepsFor(['shell', 'profile'], { gradually: true }), CliError);
});
