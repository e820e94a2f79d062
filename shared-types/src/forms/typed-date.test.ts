import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTypedDate, toTypedDate } from './typed-date.ts';

for (const [text, year, month, day] of [
  ['03/05/2008', 2008, 3, 5],
  ['3/5/2008', 2008, 3, 5],
  [' 12/31/1999 ', 1999, 12, 31],
  ['02/29/2008', 2008, 2, 29],
  ['03/04/1990', 1990, 3, 4],
  ['3-4-1990', 1990, 3, 4],
  ['3.4.1990', 1990, 3, 4],
  ['3 4 1990', 1990, 3, 4],
  ['2008-03-05', 2008, 3, 5],
  ['1990/3/5', 1990, 3, 5],
  ['1990.3.5', 1990, 3, 5],
  ['03051990', 1990, 3, 5],
  ['19900305', 1990, 3, 5],
  ['Mar 5, 1990', 1990, 3, 5],
  ['5 March 1990', 1990, 3, 5],
  ['march 5th 1990', 1990, 3, 5],
  ['MARCH 5 1990', 1990, 3, 5],
  ['5th of March, 1990', 1990, 3, 5],
  ['the 1st of May 1990', 1990, 5, 1],
  ['Monday, March 5, 1990', 1990, 3, 5],
  ['Mon 5 Mar 1990', 1990, 3, 5],
  ['05-Mar-1990', 1990, 3, 5],
  ['5Mar1990', 1990, 3, 5],
  ['1990 Mar 5', 1990, 3, 5],
  ['Sept. 5, 1990', 1990, 9, 5],
  ['\u200e3/\u200e5/\u200e1990', 1990, 3, 5],
  ['\u202a1990\u2013０３\u2011０５\u202c', 1990, 3, 5],
  ['Mar\u00a05,\u202f1990', 1990, 3, 5],
  ['٠٣/٠٥/١٩٩٠', 1990, 3, 5],
] as const)
  test(`"${text}" is a day`, () => assert.deepEqual(parseTypedDate(text), { year, month, day }));

for (const text of [
  '',
  '03/05',
  '03/05/08',
  '02/30/2008',
  '02/29/2007',
  '13/01/2008',
  'x',
  // Not the form's own order, and not a day in it.
  '20/03/1990',
  '05/1990',
  '3/5/08',
  'Mar 1990',
  'Mar 5',
  'Mar 5, 90',
  'Mar 32, 1990',
  'Feb 29, 2007',
  'Mar 5 6, 1990',
  'March April 5, 1990',
  'Ma 5, 1990',
  'Marx 5, 1990',
  '5 de marzo de 1990',
  'Mar 5, 1990 or Mar 6, 1990',
  'born Mar 5, 1990',
  '1990-13-05',
  '1990-03',
  '0308 1990',
  '3.5/1990 x',
  '19900230',
])
  test(`"${text}" is no day`, () => assert.equal(parseTypedDate(text), null));

test('a day has two, two and four digits', () => {
  assert.equal(toTypedDate({ year: 2008, month: 3, day: 5 }), '03/05/2008');
});
