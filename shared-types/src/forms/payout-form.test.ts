import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf } from '../testing/problems-of.ts';
import { payoutTexts } from './payout-form.ts';

// names, phone, typed-date and calendar-date have tests of what each rule accepts.

const filled = {
  first_name: 'Maya',
  last_name: 'Okafor',
  phone: '+1 2025550123',
  dateOfBirth: '03/15/1990',
};
const problems = (changes: Partial<typeof filled>, today = { year: 2026, month: 11, day: 21 }) =>
  problemsOf(
    payoutTexts(() => today),
    { ...filled, ...changes },
  );

const phone = {
  required: 'Phone number is required',
  invalid: 'Phone number must start with +1 and be followed by 10 digits (e.g., +1 1234567890)',
  extension: 'Leave out the extension: only the number itself can be called.',
};

type Row = [field: keyof typeof filled, text: string, ...sentences: string[]];

const invalidPhones = [
  ...['', '1', '1 ', '+1', '+ 1 ', '+2 ', '+11 ', '+1  ', '+1-', '001 ', '(+1) '].map(
    (prefix) => `${prefix}2025550123`,
  ),
  ...['+1 202555012', '+1 20255501234', '+1 202 555 0123', '+1 202-555-0123', '+1 202555012x'],
  ...['+49 30 901820', '+4930901820'],
];

const rows: Row[] = [
  ['first_name', '', 'First Name is required'],
  ['first_name', ` ${'n'.repeat(100)} `],
  ['first_name', 'n'.repeat(101), 'First Name must not exceed 100 characters'],
  ['last_name', '\u200b', 'Last Name is required'],
  ['last_name', 'n'.repeat(101), 'Last Name must not exceed 100 characters'],
  ['last_name', '\u202eMaya', 'Last Name must not contain control characters'],
  ['phone', ' ', phone.required],
  ['phone', ' +1 2025550123 '],
  ...invalidPhones.map((text): Row => ['phone', text, phone.invalid]),
  // As copied from elsewhere.
  ['phone', '\u200e+1\u2007202\u200b5550123\ufeff'],
  ['phone', '＋１　２０２５５５０１２３'],
  ['phone', '+١ ٢٠٢٥٥٥٠١٢٣'],
  ['phone', 'tel:+1 2025550123'],
  ['phone', '+1 2025550123;ext=5', phone.invalid, phone.extension],
  ...['', '//', '03/15', '02/30/1990', '12/31/1899', '01/01/0008'].map(
    (text): Row => ['dateOfBirth', text, 'Date of Birth is required'],
  ),
  ['dateOfBirth', '11/21/2008'],
  ['dateOfBirth', '११/२१/२००८'],
  ['dateOfBirth', '11/22/2008', 'You must be at least 18 years old'],
  ['dateOfBirth', '01/01/2030', 'You must be at least 18 years old'],
];

for (const [field, text, ...sentences] of rows)
  test(`the ${field} ${JSON.stringify(text)}: ${sentences.join(' ') || 'is taken'}`, () => {
    assert.deepEqual(problems({ [field]: text }), sentences);
  });

test('somebody born on 29 February is old enough from 1 March on', () => {
  const born = { dateOfBirth: '02/29/2008' };
  assert.deepEqual(problems(born, { year: 2026, month: 3, day: 1 }), []);
  assert.deepEqual(problems(born, { year: 2026, month: 2, day: 28 }), [
    'You must be at least 18 years old',
  ]);
});
