import { formatTypedDate } from '../date-of-birth/format-typed-date.ts';
import { formatPayoutPhone } from '../payout-form/format-payout-phone.ts';
import { formatAsTyped } from './format-as-typed.ts';

/** Returns the formatted value of an input, with a bar at the caret. */
function format(textWithCaret: string, formatter: (typed: string) => string): string {
  const input = document.createElement('input');
  const caret = textWithCaret.indexOf('|');
  input.value = textWithCaret.replace('|', '');
  input.setSelectionRange(caret, caret);
  formatAsTyped(input, formatter);
  const at = input.selectionStart ?? 0;
  return `${input.value.slice(0, at)}|${input.value.slice(at)}`;
}

test.each([
  ['2|', '+1 2|'],
  ['+12|', '+1 2|'],
  ['+1 2025550123|', '+1 2025550123|'],
  // A digit typed, and one deleted, in the middle.
  ['+1 2029|550123', '+1 2029|550123'],
  ['+1 20|550123', '+1 20|550123'],
  // A letter typed in the middle.
  ['+1 202x|5550123', '+1 202|5550123'],
  // A digit too many, in the middle.
  ['+1 20|2345678901234567', '+1 20|2345678901234'],
  // The space deleted: the caret goes before it.
  ['+1|2025550123', '+1| 2025550123'],
  ['|2025550123', '|+1 2025550123'],
])('in a phone number %s becomes %s', (before, after) => {
  expect(format(before, formatPayoutPhone)).toBe(after);
});

test.each([
  ['031|', '03/1|'],
  ['3/|', '03/|'],
  ['1|03/15/2008', '1|0/15/2008'],
  ['03/15x|/2008', '03/15|/2008'],
])('in a date %s becomes %s', (before, after) => {
  expect(format(before, formatTypedDate)).toBe(after);
});
