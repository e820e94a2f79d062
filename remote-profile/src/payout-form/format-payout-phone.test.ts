import { payoutPhonePattern } from '@kargo/shared-types/forms/limits';
import { formatPayoutPhone } from './format-payout-phone.ts';

test.each([
  ['', ''],
  ['abc', ''],
  ['+', ''],
  ['1', '+1'],
  ['+1', '+1'],
  ['+1 ', '+1'],
  ['2', '+1 2'],
  ['12', '+1 2'],
  ['2025550123', '+1 2025550123'],
  ['12025550123', '+1 2025550123'],
  ['+1 (202) 555-0123', '+1 2025550123'],
  ['+1 2025550123', '+1 2025550123'],
  // 16 digits with the leading 1, and one more.
  ['1234567890123456', '+1 234567890123456'],
  ['12345678901234567', '+1 234567890123456'],
  ['2345678901234567', '+1 234567890123456'],
])('"%s" becomes "%s"', (typed, formatted) => {
  expect(formatPayoutPhone(typed)).toBe(formatted);
  expect(formatPayoutPhone(formatted)).toBe(formatted);
});

test('all of it can be deleted with the backspace key', () => {
  let phone = '+1 2025550123';
  for (let presses = 0; phone !== ''; presses += 1) {
    expect(presses).toBeLessThan(20);
    phone = formatPayoutPhone(phone.slice(0, -1));
  }
});

test.each(['202555012', '20255501234'])('%s is written out, and then is no number', (typed) => {
  expect(payoutPhonePattern.test(formatPayoutPhone(typed))).toBe(false);
});
