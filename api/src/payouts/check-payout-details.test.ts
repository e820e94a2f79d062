import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../api-error.ts';
import { checkPayoutDetails } from './check-payout-details.ts';

const fields = {
  first_name: ' Ada ',
  last_name: 'Field',
  phone: '+1 2025550123',
  day: '5',
  month: '3',
  year: '2008',
};

/** Noon in the middle of the Atlantic: the same day everywhere but far in the east. */
const noonOf = (day: string) => new Date(`${day}T09:00:00Z`);

test('details that keep the rules come back trimmed, and as a date', () => {
  assert.deepEqual(checkPayoutDetails(fields), {
    firstName: 'Ada',
    lastName: 'Field',
    phone: '+1 2025550123',
    born: { year: 2008, month: 3, day: 5 },
  });
});

test('a name of 100 characters in any script is taken', () => {
  const first_name = 'é'.repeat(100);
  assert.equal(checkPayoutDetails({ ...fields, first_name }).firstName, first_name);
});

for (const [change, sentence] of [
  [{ first_name: ' ' }, 'First Name is required'],
  [{ first_name: undefined }, 'First Name is required'],
  [{ first_name: 'A\u0000da' }, 'First Name must not contain control characters'],
  [{ first_name: '\u200b\u200b' }, 'First Name is required'],
  [{ first_name: 'x'.repeat(101) }, 'First Name must not exceed 100 characters'],
  [{ last_name: 'x'.repeat(5000) }, 'Last Name must not exceed 100 characters'],
  [{ last_name: 'Ada\u202e' }, 'Last Name must not contain control characters'],
  [{ last_name: '' }, 'Last Name is required'],
  [{ phone: '' }, 'Phone number is required'],
  [{ phone: '2025550123' }, phoneSentence()],
  [{ phone: '+12025550123' }, phoneSentence()],
  [{ phone: '+1 202555012' }, phoneSentence()],
  [{ phone: '+1 20255501234' }, phoneSentence()],
  [{ phone: '+1 202555012x' }, phoneSentence()],
  [{ phone: '+2 2025550123' }, phoneSentence()],
  [{ day: undefined, month: undefined, year: undefined }, 'Date of Birth is required'],
  [{ day: '30', month: '2' }, 'Date of Birth is required'],
  [{ day: '29', month: '2', year: '2007' }, 'Date of Birth is required'],
  [{ day: '0' }, 'Date of Birth is required'],
  [{ month: '13' }, 'Date of Birth is required'],
  [{ day: '1e1' }, 'Date of Birth is required'],
  [{ day: '-5' }, 'Date of Birth is required'],
  [{ day: '' }, 'Date of Birth is required'],
  [{ year: '1899' }, 'Date of Birth is required'],
  [{ year: '08' }, 'Date of Birth is required'],
] as const) {
  test(`${JSON.stringify(change).slice(0, 60)} is refused: ${sentence}`, () => {
    assert.throws(() => checkPayoutDetails({ ...fields, ...change }), refusal(sentence));
  });
}

for (const [born, today, isOldEnough] of [
  ['2008-11-21', '2026-11-21', true],
  ['2008-11-22', '2026-11-21', false],
  ['2008-02-29', '2026-02-28', false],
  ['2008-02-29', '2026-03-01', true],
  ['2010-02-28', '2028-02-29', true],
  ['2010-03-01', '2028-02-29', false],
  ['1900-01-01', '2026-11-21', true],
] as const) {
  test(`Born on ${born} somebody is ${isOldEnough ? '' : 'not '}old enough on ${today}`, () => {
    const [year, month, day] = born.split('-').map((part) => String(Number(part)));
    const check = () => checkPayoutDetails({ ...fields, year, month, day }, noonOf(today));
    if (isOldEnough) assert.doesNotThrow(check);
    else assert.throws(check, refusal('You must be at least 18 years old'));
  });
}

test('who is 18 already where the day begins first is not refused', () => {
  const birthday = { ...fields, year: '2008', month: '11', day: '22' };
  const lateInLondon = new Date('2026-11-21T10:00:00Z');
  assert.doesNotThrow(() => checkPayoutDetails(birthday, lateInLondon));
  const beforeThat = new Date('2026-11-21T09:59:59Z');
  assert.throws(() => checkPayoutDetails(birthday, beforeThat));
});

function phoneSentence(): string {
  return 'Phone number must start with +1 and be followed by 10 digits (e.g., +1 1234567890)';
}

function refusal(sentence: string) {
  return (error: unknown) => {
    assert.ok(error instanceof ApiError);
    assert.equal(error.code, 'validation_failed');
    assert.equal(error.message, sentence);
    return true;
  };
}
