/** @jest-environment node */
import { payoutPhonePattern } from '@kargo/shared-types/forms/limits';
import { cleanPhone } from '@kargo/shared-types/forms/phone';
import { plainCharacters } from '@kargo/shared-types/forms/plain-text';
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
  // As copied from contacts, mails and other forms.
  ['\u202a+1 (202) 555\u20110123\u202c', '+1 2025550123'],
  ['＋１ ２０２ ５５５ ０１２３', '+1 2025550123'],
  ['２０２５５５０１２３', '+1 2025550123'],
  ['tel:+1-202-555-0123', '+1 2025550123'],
  // Digits of other scripts.
  ['٢٠٢٥٥٥٠١٢٣', '+1 2025550123'],
  ['+१ २०२५५५०१२३', '+1 2025550123'],
  // Pasted with more digits than a number can have, from abroad or with an extension too.
  ['2025550123'.repeat(3), '+1 202555012320255'],
  ['+49301234567890123456789', '+4930123456789012'],
  ['+49 30 1234567890123456 (office)', '+49 30 123456789012'],
  ['0049301234567890123456789', '0049301234567890'],
  ['+1 202-555-0123 x12345678', '+1 202-555-0123 x12345'],
  ['12345678901234567 x5', '+1 234567890123456'],
])('"%s" becomes "%s"', (typed, formatted) => {
  expect(formatPayoutPhone(typed)).toBe(formatted);
  expect(formatPayoutPhone(formatted)).toBe(formatted);
});

test('all of it can be deleted with Backspace', () => {
  let phone = '+1 2025550123';
  for (let presses = 0; phone !== ''; presses += 1) {
    expect(presses).toBeLessThan(20);
    phone = formatPayoutPhone(phone.slice(0, -1));
  }
});

test.each(['202555012', '20255501234'])('%s is formatted, and is still not a number', (typed) => {
  expect(payoutPhonePattern.test(formatPayoutPhone(typed))).toBe(false);
});

test.each([
  '+49 30 901820',
  '+٤٩ ٣٠ ٩٠١٨٢٠',
  '+4930901820',
  '\u202a+49 30 901820\u202c',
  '＋49 30 901820',
  '(+49) 30 901820',
  '+ 49 30 901820',
  '+44 20 7946 0018',
  'tel:+49-30-901820',
  '0049 30 901820',
  '011 49 30 901820',
  // An extension is reported, not taken for digits.
  '+1 202-555-0123 x12',
  '(202) 555-0123 ext. 5',
  'tel:+1-202-555-0123;ext=5',
])('"%s" cannot be formatted: it stays as it is, in plain characters', (pasted) => {
  expect(formatPayoutPhone(pasted)).toBe(plainCharacters(pasted));
  expect(payoutPhonePattern.test(cleanPhone(pasted))).toBe(false);
});
