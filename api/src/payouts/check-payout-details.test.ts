import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  datesOfBirth,
  names,
  payoutPhones,
  payoutSentences,
} from '@kargo/shared-types/testing/form-inputs';
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

test('details that keep the rules come back trimmed, and as a date', () => {
  assert.deepEqual(checkPayoutDetails(fields), {
    firstName: 'Ada',
    lastName: 'Field',
    phone: '+1 2025550123',
    born: { year: 2008, month: 3, day: 5 },
  });
});

const texts = {
  first_name: [names(100), payoutSentences.firstName],
  last_name: [names(100), payoutSentences.lastName],
  phone: [payoutPhones, payoutSentences.phone],
} as const;

for (const [field, [inputs, sentences]] of Object.entries(texts)) {
  test(`each ${field} is refused or taken as by the form in the browser`, () => {
    for (const [text, code] of inputs) {
      const check = () => checkPayoutDetails({ ...fields, [field]: text });
      if (code === undefined) assert.doesNotThrow(check, JSON.stringify(text));
      else assert.throws(check, refusal(sentences[code]), JSON.stringify(text));
    }
  });
}

test('each date of birth is refused or taken as by the form in the browser', () => {
  for (const [today, typed, code] of datesOfBirth) {
    const [month, day, year] = typed.split('/');
    // The day ends a second later where it begins first.
    const now = new Date(`${today}T09:59:59Z`);
    const check = () => checkPayoutDetails({ ...fields, day, month, year }, now);
    if (code === undefined) assert.doesNotThrow(check, typed);
    else assert.throws(check, refusal(payoutSentences.dateOfBirth[code]), `${typed} on ${today}`);
  }
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

test('a driver who is already 18 where the day begins first is not refused', () => {
  const birthday = { ...fields, year: '2008', month: '11', day: '22' };
  const lateInLondon = new Date('2026-11-21T10:00:00Z');
  assert.doesNotThrow(() => checkPayoutDetails(birthday, lateInLondon));
  const beforeThat = new Date('2026-11-21T09:59:59Z');
  assert.throws(() => checkPayoutDetails(birthday, beforeThat));
});

function refusal(sentence: string | undefined) {
  return (error: unknown) => {
    assert.ok(error instanceof ApiError);
    assert.equal(error.code, 'validation_failed');
    assert.equal(error.message, sentence);
    return true;
  };
}
