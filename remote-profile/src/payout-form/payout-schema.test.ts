import { fileOf } from '../testing/file-of.ts';
import { messagesOf } from '../testing/messages-of.ts';
import { payoutSchema } from './payout-schema.ts';

const valid = {
  firstName: 'Maya',
  lastName: 'Okafor',
  phone: '+1 2025550123',
  dateOfBirth: '03/15/1990',
  document: fileOf('licence.jpg', 1),
};

const messages = (field: keyof typeof valid, value: unknown) =>
  messagesOf(payoutSchema, { ...valid, [field]: value }, field);

afterEach(() => jest.useRealTimers());

test.each([
  ['firstName', 'First Name is required'],
  ['lastName', 'Last Name is required'],
] as const)('%s has to be there', async (field, message) => {
  expect(await messages(field, '')).toEqual([message]);
  expect(await messages(field, '  ')).toEqual([message]);
  expect(await messages(field, 'Ö')).toEqual([]);
});

test.each([
  ['firstName', 'First Name'],
  ['lastName', 'Last Name'],
] as const)('%s has limits that the API has too', async (field, label) => {
  expect(await messages(field, '\u200b\u2060')).toEqual([`${label} is required`]);
  expect(await messages(field, 'x'.repeat(100))).toEqual([]);
  expect(await messages(field, 'x'.repeat(101))).toEqual([
    `${label} must not exceed 100 characters`,
  ]);
  expect(await messages(field, 'Maya\u202e')).toEqual([
    `${label} must not contain control characters`,
  ]);
});

test('a phone number that is missing is not also wrong', async () => {
  expect(await messages('phone', '')).toEqual(['Phone number is required']);
});

test.each(['+1 202555012', '+1 20255501234', '2025550123', '+12025550123', '+2 2025550123'])(
  'the phone number "%s" is not one of +1 and 10 digits',
  async (phone) => {
    expect(await messages('phone', phone)).toEqual([
      'Phone number must start with +1 and be followed by 10 digits (e.g., +1 1234567890)',
    ]);
  },
);

test.each(['', '03/15', '02/30/2008', '02/29/2007', 'yesterday'])(
  'the date "%s" is no date at all',
  async (date) => {
    expect(await messages('dateOfBirth', date)).toEqual(['Date of Birth is required']);
  },
);

const tooYoung = ['You must be at least 18 years old'];

test.each([
  ['2026-11-21', '11/21/2008', []],
  ['2026-11-21', '11/22/2008', tooYoung],
  ['2026-11-21', '11/21/2026', tooYoung],
  ['2026-11-21', '01/01/2030', tooYoung],
  ['2026-02-28', '02/29/2008', tooYoung],
  ['2026-03-01', '02/29/2008', []],
  ['2028-02-29', '02/28/2010', []],
  ['2028-02-29', '03/01/2010', tooYoung],
])('on %s somebody born on %s is told %p', async (today, born, expected) => {
  for (const time of ['T00:00:00', 'T23:59:59']) {
    jest.useFakeTimers({ now: new Date(`${today}${time}`), doNotFake: ['nextTick'] });
    expect(await messages('dateOfBirth', born)).toEqual(expected);
  }
});

test.each([undefined, null])('a document has to be there (%p)', async (document) => {
  expect(await messages('document', document)).toEqual(['Document is required']);
});

test.each(['licence.jpg', 'licence.JPEG', 'licence.front.PNG'])('%s is taken', async (name) => {
  expect(await messages('document', fileOf(name, 2_097_152))).toEqual([]);
});

test.each(['licence.pdf', 'licence.gif', 'licence.heic', 'licence', 'licence.jpg.exe'])(
  '%s is not taken',
  async (name) => {
    expect(await messages('document', fileOf(name, 1))).toEqual([
      'Allowed formats: JPG, JPEG, PNG',
    ]);
  },
);

test('a document of one byte too many is too large, whatever else is wrong with it', async () => {
  expect(await messages('document', fileOf('licence.png', 2_097_153))).toEqual([
    'Max file size is 2MB',
  ]);
  expect(await messages('document', fileOf('licence.gif', 2_097_153))).toEqual([
    'Allowed formats: JPG, JPEG, PNG',
    'Max file size is 2MB',
  ]);
});
