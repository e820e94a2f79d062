import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  arrivalOf,
  heldFrom,
  isAhead,
  mayAdvance,
  percentAt,
  resumed,
  stepsAhead,
} from './rollout.ts';

const second = 1000;
const minute = 60 * second;
const begin = Date.parse('2026-01-01T10:00:00Z');
const steps = [
  { percent: 1, minute: 0 },
  { percent: 5, minute: 10 },
  { percent: 20, minute: 30 },
  { percent: 100, minute: 60 },
];
const rollout = { start: '2026-01-01T10:00:00.000Z', steps };
const canary = { percent: 1, rollout };

test('Each step begins at its minute, not a millisecond earlier', () => {
  const at = (minutes: number) => percentAt(canary, begin + minutes * minute);
  const before = (minutes: number) => percentAt(canary, begin + minutes * minute - 1);
  assert.deepEqual([0, 10, 30, 60, 1000].map(at), [1, 5, 20, 100, 100]);
  assert.deepEqual([0, 10, 30, 60].map(before), [1, 1, 5, 20]);
});

test('A canary without steps, or with an invalid start, keeps its percentage', () => {
  assert.equal(percentAt({ percent: 7 }, begin), 7);
  const broken = { start: 'soon', steps };
  assert.equal(percentAt({ percent: 7, rollout: broken }, begin), 7);
  assert.equal(isAhead(broken, begin), false);
  assert.equal(begin >= arrivalOf(broken), false);
});

test('A percentage set by hand is a minimum, which the steps exceed later', () => {
  const raised = { percent: 50, rollout };
  const at = (minutes: number) => percentAt(raised, begin + minutes * minute);
  assert.deepEqual([0, 30, 60].map(at), [50, 50, 100]);
});

test('It never falls, whatever the order of its steps', () => {
  const shuffled = { percent: 1, rollout: { ...rollout, steps: steps.toReversed() } };
  const falling = [...steps, { percent: 2, minute: 61 }];
  for (let at = begin - minute; at < begin + 70 * minute; at += 10 * second) {
    assert.equal(percentAt(shuffled, at), percentAt(canary, at));
    const next = percentAt({ percent: 1, rollout: { ...rollout, steps: falling } }, at);
    assert.equal(next, percentAt(canary, at));
  }
});

test('It becomes current an hour after 100 %, and never without that step', () => {
  assert.equal(arrivalOf(rollout), begin + 120 * minute);
  assert.equal(arrivalOf({ ...rollout, steps: steps.slice(0, 3) }), Number.POSITIVE_INFINITY);
});

test('A start counts as ahead if it is more than 30 s in the future', () => {
  assert.equal(isAhead(rollout, begin - 30 * second), false);
  assert.equal(isAhead(rollout, begin - 30 * second - 1), true);
});

test("A gateway advances if its clock is within 30 s of the store's, and it has read within 10 s", () => {
  assert.equal(mayAdvance(begin, begin + 30 * second, 10 * second), true);
  assert.equal(mayAdvance(begin, begin - 30 * second, 0), true);
  assert.equal(mayAdvance(begin, begin + 30 * second + 1, 0), false);
  assert.equal(mayAdvance(begin, begin - 30 * second - 1, 0), false);
  assert.equal(mayAdvance(begin, begin, 10 * second + 1), false);
  assert.equal(mayAdvance(undefined, begin, 0), false);
});

test('A freeze keeps the percentage that a gateway may show before it reads about the freeze', () => {
  const frozenAt = (ms: number) => heldFrom(canary, begin + ms);
  assert.equal(frozenAt(10 * minute - 10 * second).percent, 5);
  const held = frozenAt(10 * minute - 10 * second - 1);
  assert.equal(percentAt(held, begin + 1000 * minute), 1);
  assert.equal(arrivalOf(held.rollout), Number.POSITIVE_INFINITY);
  const byHand = { percent: 7, rollout: undefined };
  assert.equal(heldFrom(byHand, begin), byHand);
});

test('After a freeze a rollout continues where it was', () => {
  const { rollout: held } = heldFrom(canary, begin + 9 * minute);
  const after = resumed(held, begin + 69 * minute);
  assert.equal(percentAt({ percent: 1, rollout: after }, begin + 70 * minute - 1), 1);
  assert.equal(percentAt({ percent: 1, rollout: after }, begin + 70 * minute), 5);
  assert.equal(arrivalOf(after), begin + 180 * minute);
  assert.deepEqual(resumed(held, begin), rollout, 'a clock that went back brings no step nearer');
});

test('The next steps are listed with their times', () => {
  const stepsOf = (percent: number, minutes: number, given = rollout) =>
    stepsAhead({ percent, rollout: given }, begin + minutes * minute);
  assert.equal(
    stepsOf(1, 5),
    '5 % from 10:10, 20 % from 10:30, 100 % from 11:00, current from 12:00 UTC',
  );
  assert.equal(stepsOf(50, 5), '100 % from 11:00, current from 12:00 UTC');
  assert.equal(stepsOf(100, 61), 'current from 12:00 UTC');
  const slow = { ...rollout, steps: [{ percent: 100, minute: 1440 }] };
  assert.equal(
    stepsOf(1, 0, slow),
    '100 % from 2026-01-02 10:00, current from 2026-01-02 11:00 UTC',
  );
  assert.equal(
    stepsOf(1, 0, { ...rollout, held: rollout.start } as typeof rollout),
    'held by a freeze',
  );
  assert.equal(stepsAhead({ percent: 5 }, begin), '');
  // One team's record must not keep the history from being shown.
  const never = { ...rollout, start: '+275760-09-13T00:00:00.000Z' };
  assert.match(stepsOf(1, 0, never), /^5 % from \+275760-.* UTC$/);
});
