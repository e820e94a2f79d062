import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf } from '../testing/problems-of.ts';
import { nameRules } from './names.ts';

const problems = (name: string, maxLength = 255) => problemsOf(nameRules('Name', maxLength), name);

for (const name of [
  'x',
  'Łukasz Ñandú 渡辺 👩‍🚀',
  'بِلال',
  'שָׁלוֹם\u200f',
  'क्‍ष',
  'O’Neil-Smith',
  'Ma\u200bya',
]) {
  test(`"${name}" is a name`, () => assert.deepEqual(problems(name), []));
}

for (const [what, name] of [
  ['nothing', ''],
  ['zero-width spaces', '\u200b\u200b'],
  ['joiners', '\u200c\u200d\u2060\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['fillers of Hangul', '\u115f\u3164\uffa0'],
  ['a blank of Braille', '\u2800'],
  ['variation selectors', '\ufe0f\u{e0100}'],
  ['tags', '\u{e0041}'],
  ['spaces of all kinds', ' \u00a0\u2003\u3000'],
  ['nothing but a change of direction', '\u202e'],
  ['nothing but a control character', '\u0000'],
] as const) {
  test(`${what} is no name`, () => assert.deepEqual(problems(name), ['Name is required']));
}

for (const code of [0, 0x1b, 0x7f, 0x85, 0x202a, 0x202e, 0x2066, 0x2069]) {
  const character = String.fromCharCode(code);
  test(`a name does not contain U+${code.toString(16).padStart(4, '0')}`, () => {
    assert.deepEqual(problems(`Ada${character}x`), ['Name must not contain control characters']);
  });
}

test('a name has as many characters as allowed, and no more', () => {
  assert.deepEqual(problems('x'.repeat(100), 100), []);
  for (const name of ['x'.repeat(101), `${'x'.repeat(100)}\u0000`, 'x'.repeat(5000)])
    assert.deepEqual(problems(name, 100), ['Name must not exceed 100 characters']);
});
