/** @jest-environment node */
import { problemsOf } from '@kargo/shared-types/testing/problems-of';
import { fileOf } from '../testing/files.ts';
import { payoutSchema } from './payout-schema.ts';

const valid = {
  first_name: 'Maya',
  last_name: 'Okafor',
  phone: '+1 2025550123',
  dateOfBirth: '03/15/1990',
  document: fileOf('licence.jpg', 1),
};

const messages = (field: keyof typeof valid, value: unknown) =>
  problemsOf(payoutSchema, { ...valid, [field]: value });

afterEach(() => jest.useRealTimers());

// payout-form.test.ts of shared-types has the rules of the texts.
test('the form says what is wrong with each text', () => {
  expect(messages('first_name', '')).toEqual(['First Name is required']);
  expect(messages('last_name', '\u0000x')).toEqual([
    'Last Name must not contain control characters',
  ]);
  expect(messages('phone', '')).toEqual(['Phone number is required']);
});

test.each(['T00:00:00', 'T23:59:59'])(
  'drivers who turn 18 today, by local time, are old enough at %s',
  (time) => {
    jest.useFakeTimers({ now: new Date(`2026-11-21${time}`) });
    expect(messages('dateOfBirth', '11/21/2008')).toEqual([]);
    expect(messages('dateOfBirth', '11/22/2008')).toEqual(['You must be at least 18 years old']);
  },
);

test.each([undefined, null])('a document is required (%p)', (document) => {
  expect(messages('document', document)).toEqual(['Document is required']);
});

test.each(['licence.jpg', 'licence.JPEG', 'licence.front.PNG'])('%s is accepted', (name) => {
  expect(messages('document', fileOf(name, 2_097_152))).toEqual([]);
});

test.each(['licence.pdf', 'licence.gif', 'licence.heic', 'licence', 'licence.jpg.exe'])(
  '%s is not accepted',
  (name) => {
    expect(messages('document', fileOf(name, 1))).toEqual(['Allowed formats: JPG, JPEG, PNG']);
  },
);

test('a document with one byte too many is too large, whatever else is wrong with it', () => {
  expect(messages('document', fileOf('licence.png', 2_097_153))).toEqual(['Max file size is 2MB']);
  expect(messages('document', fileOf('licence.gif', 2_097_153))).toEqual([
    'Allowed formats: JPG, JPEG, PNG',
    'Max file size is 2MB',
  ]);
});
