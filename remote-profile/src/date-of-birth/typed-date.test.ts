import { parseTypedDate, toTypedDate } from './typed-date.ts';

test.each([
  ['03/05/2008', 2008, 3, 5],
  ['3/5/2008', 2008, 3, 5],
  [' 12/31/1999 ', 1999, 12, 31],
  ['02/29/2008', 2008, 2, 29],
])('"%s" is a day', (text, year, month, day) => {
  expect(parseTypedDate(text)).toEqual({ year, month, day });
});

test.each(['', '03/05', '03/05/08', '02/30/2008', '02/29/2007', '13/01/2008', '2008-03-05', 'x'])(
  '"%s" is no day',
  (text) => expect(parseTypedDate(text)).toBeNull(),
);

test('a day is written with two, two and four digits', () => {
  expect(toTypedDate({ year: 2008, month: 3, day: 5 })).toBe('03/05/2008');
});
