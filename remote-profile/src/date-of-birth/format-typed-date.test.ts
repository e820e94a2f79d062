import { formatTypedDate } from './format-typed-date.ts';

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
  // A digit typed in the middle takes the place of the one after it.
  ['103/15/2008', '10/15/2008'],
  // A digit taken from the middle leaves its place empty.
  ['0/15/2008', '0/15/2008'],
])('"%s" becomes "%s"', (typed, formatted) => {
  expect(formatTypedDate(typed)).toBe(formatted);
  expect(formatTypedDate(formatted)).toBe(formatted);
});

test('all of it can be deleted with the backspace key', () => {
  let date = '03/15/2008';
  for (let presses = 0; date !== ''; presses += 1) {
    expect(presses).toBeLessThan(20);
    date = formatTypedDate(date.slice(0, -1));
  }
});
