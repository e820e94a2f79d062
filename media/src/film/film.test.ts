import assert from 'node:assert/strict';
import { test } from 'node:test';
import { film, frame } from './storyboard.ts';

test('every second of the film has a picture', () => {
  for (let second = 0; second <= film.seconds; second += 0.5) {
    assert.doesNotMatch(frame(second), /undefined|NaN/, `at ${second} s`);
  }
});
