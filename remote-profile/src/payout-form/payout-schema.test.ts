import { fileOf } from '../testing/file-of.ts';
import { messagesOf } from '../testing/messages-of.ts';
import { payoutSchema } from './payout-schema.ts';

const valid = {
  first_name: 'Maya',
  last_name: 'Okafor',
  phone: '+1 2025550123',
  dateOfBirth: '03/15/1990',
  document: fileOf('licence.jpg', 1),
};

const messages = (field: keyof typeof valid, value: unknown) =>
  messagesOf(payoutSchema, { ...valid, [field]: value }, field);

afterEach(() => jest.useRealTimers());

// payout-form.test.ts of shared-types has the rules of the texts.
test('the form says what is wrong with each text', async () => {
  expect(await messages('first_name', '')).toEqual(['First Name is required']);
  expect(await messages('last_name', '\u0000x')).toEqual([
    'Last Name must not contain control characters',
  ]);
  expect(await messages('phone', '')).toEqual(['Phone number is required']);
});

test.each(['T00:00:00', 'T23:59:59'])(
  'whoever turns 18 today, by local time, is old enough, at %s',
  async (time) => {
    jest.useFakeTimers({ now: new Date(`2026-11-21${time}`), doNotFake: ['nextTick'] });
    expect(await messages('dateOfBirth', '11/21/2008')).toEqual([]);
    expect(await messages('dateOfBirth', '11/22/2008')).toEqual([
      'You must be at least 18 years old',
    ]);
  },
);

test.each([undefined, null])('a document is required (%p)', async (document) => {
  expect(await messages('document', document)).toEqual(['Document is required']);
});

test.each(['licence.jpg', 'licence.JPEG', 'licence.front.PNG'])('%s is accepted', async (name) => {
  expect(await messages('document', fileOf(name, 2_097_152))).toEqual([]);
});

test.each(['licence.pdf', 'licence.gif', 'licence.heic', 'licence', 'licence.jpg.exe'])(
  '%s is not accepted',
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
