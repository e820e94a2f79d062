import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../api-error.ts';
import { checkPayoutDetails } from './check-payout-details.ts';

const phoneSentence =
  'Phone number must start with +1 and be followed by 10 digits (e.g., +1 1234567890)';

const fields = {
  first_name: ' Ada ',
  last_name: 'Field',
  phone: '+1 2025550123',
  day: '5',
  month: '3',
  year: '2008',
};

test('valid details are returned trimmed, with a date', () => {
  assert.deepEqual(checkPayoutDetails(fields), {
    first_name: 'Ada',
    last_name: 'Field',
    phone: '+1 2025550123',
    born: { year: 2008, month: 3, day: 5 },
  });
});

test('digits of other scripts are returned as ASCII', () => {
  const typed = { ...fields, phone: '+1 ٢٠٢٥٥٥٠١٢٣', day: '०५', month: '３', year: '٢٠٠٨' };
  assert.deepEqual(checkPayoutDetails(typed), checkPayoutDetails(fields));
});

// payout-form.test.ts of shared-types tests the rules, which are those of the browser's form.
for (const [change, sentence] of [
  [{ first_name: '\u200b' }, 'First Name is required'],
  [{ last_name: 'n'.repeat(101) }, 'Last Name must not exceed 100 characters'],
  [{ phone: '+1 2025550123;ext=5' }, phoneSentence],
  [{ month: '2', day: '30' }, 'Date of Birth is required'],
  [{ year: '2030' }, 'You must be at least 18 years old'],
  [{ last_name: '', phone: '' }, 'Last Name is required'],
] as const)
  test(`${JSON.stringify(change)} is refused with the sentence of its first broken rule`, () => {
    assert.throws(() => checkPayoutDetails({ ...fields, ...change }), refusal(sentence));
  });

for (const change of [
  { first_name: undefined },
  { phone: undefined },
  { day: '1e1' },
  { day: '-5' },
  { day: '5.0' },
  { year: '08' },
  { month: 'Mar' },
  { year: '5', month: '1990', day: '3' },
  { day: undefined, month: undefined, year: undefined },
]) {
  test(`${JSON.stringify(change)}, which no form sends, is refused`, () => {
    assert.throws(() => checkPayoutDetails({ ...fields, ...change }), /is required$/);
  });
}

test('a driver who is already 18 in the earliest time zone is not refused', () => {
  const birthday = { ...fields, year: '2008', month: '11', day: '22' };
  const lateInLondon = new Date('2026-11-21T10:00:00Z');
  assert.doesNotThrow(() => checkPayoutDetails(birthday, lateInLondon));
  const beforeThat = new Date('2026-11-21T09:59:59Z');
  assert.throws(() => checkPayoutDetails(birthday, beforeThat));
});

function refusal(sentence: string) {
  return (error: unknown) => {
    assert.ok(error instanceof ApiError);
    assert.equal(error.code, 'validation_failed');
    assert.equal(error.message, sentence);
    return true;
  };
}
