import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTypedDate, toTypedDate } from './typed-date.ts';

for (const [text, year, month, day] of [
  ['03/05/2008', 2008, 3, 5],
  ['3/5/2008', 2008, 3, 5],
  [' 12/31/1999 ', 1999, 12, 31],
  ['02/29/2008', 2008, 2, 29],
] as const)
  test(`"${text}" is a day`, () => assert.deepEqual(parseTypedDate(text), { year, month, day }));

for (const text of [
  '',
  '03/05',
  '03/05/08',
  '02/30/2008',
  '02/29/2007',
  '13/01/2008',
  '2008-03-05',
  'x',
])
  test(`"${text}" is no day`, () => assert.equal(parseTypedDate(text), null));

test('a day is written with two, two and four digits', () => {
  assert.equal(toTypedDate({ year: 2008, month: 3, day: 5 }), '03/05/2008');
});
