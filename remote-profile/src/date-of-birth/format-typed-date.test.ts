/** @jest-environment node */
import { formatPastedDate, formatTypedDate } from './format-typed-date.ts';

test.each([
  ['', ''],
  ['a', ''],
  ['/', ''],
  ['0', '0'],
  ['03', '03'],
  ['031', '03/1'],
  ['0315', '03/15'],
  ['03152', '03/15/2'],
  ['03152008', '03/15/2008'],
  ['031520089', '03/15/2008'],
  ['03/15/20089', '03/15/2008'],
  ['3/', '03/'],
  ['03/', '03/'],
  ['03//', '03/'],
  ['03/5/', '03/05/'],
  ['3/5/2008', '3/5/2008'],
  ['03-15-2008', '03/15/2008'],
  ['03.15.2008', '03/15/2008'],
  ['03 15 2008', '03/15/2008'],
  ['2008-03-15', '03/15/2008'],
  ['2008/3/15', '03/15/2008'],
  ['20080315', '03/15/2008'],
  // A year at the start stays there until the day is complete.
  ['19', '19'],
  ['1990', '1990'],
  ['1990-', '1990-'],
  ['19900', '1990-0'],
  ['1990-2-', '1990-02-'],
  ['1990-02-0', '1990-02-0'],
  // A day at the start is not a year.
  ['20/03/1990', '20/03/1990'],
  ['203/15/2008', '20/15/2008'],
  // Digits of other scripts, with the signs of their keyboards.
  ['٠٣١٥', '03/15'],
  ['०३/१५/२००८', '03/15/2008'],
  ['３・', '03/'],
  ['３／５／２００８', '3/5/2008'],
  // A digit typed in the middle takes the place of the one after it.
  ['103/15/2008', '10/15/2008'],
  // A digit taken from the middle leaves its place empty.
  ['0/15/2008', '0/15/2008'],
  ['/15/2008', '/15/2008'],
  ['03//2008', '03//2008'],
  // A slash that is deleted comes back.
  ['0315/2008', '03/15/2008'],
  ['03/152008', '03/15/2008'],
])('"%s" becomes "%s"', (typed, formatted) => {
  expect(formatTypedDate(typed)).toBe(formatted);
  expect(formatTypedDate(formatted)).toBe(formatted);
});

test.each(['1990-02-03', '1990/02/03', '1990 2 03', '19900203'])(
  '"%s" typed digit by digit is the same as pasted',
  (text) => {
    let date = '';
    for (const digit of text) date = formatTypedDate(date + digit);
    expect(date).toBe('02/03/1990');
  },
);

test.each(['03/15/2008', '1990-02-0'])('all of "%s" can be deleted with Backspace', (text) => {
  let date = text;
  for (let presses = 0; date !== ''; presses += 1) {
    expect(presses).toBeLessThan(20);
    date = formatTypedDate(date.slice(0, -1));
  }
});

test.each([
  ['Mar 5, 1990', '03/05/1990'],
  ['5 March 1990', '03/05/1990'],
  ['1990/3/5', '03/05/1990'],
  ['3/5/1990', '03/05/1990'],
  ['03/04/1990', '03/04/1990'],
  ['02291988', '02/29/1988'],
  ['٠٣/٠٥/١٩٩٠', '03/05/1990'],
])('the pasted text "%s" names one day, %s', (pasted, formatted) => {
  expect(formatPastedDate(pasted)).toBe(formatted);
});

test.each(['Mar 1990', '02/1990', '3/5/90', '5 de marzo de 1990', '02/30/1990'])(
  'the pasted text "%s" names no day or several, and stays as it is',
  (pasted) => {
    expect(formatPastedDate(pasted)).toBe(pasted);
  },
);

test('a pasted date with a word in it can be corrected by typing', () => {
  expect(formatTypedDate('Mar 5, 199')).toBe('Mar 5, 199');
  expect(formatTypedDate('Mar 5, 1990')).toBe('03/05/1990');
});
