import {
  datesOfBirth,
  names,
  payoutPhones,
  payoutSentences,
} from '@kargo/shared-types/testing/form-inputs';
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

const texts = { firstName: names(100), lastName: names(100), phone: payoutPhones };

for (const [field, inputs] of Object.entries(texts)) {
  test(`the form says of each ${field} what is wrong with it`, async () => {
    for (const [text, ...codes] of inputs) {
      const found = await messages(field as keyof typeof texts, text);
      expect([text, found]).toEqual([
        text,
        codes.map((code) => payoutSentences[field as keyof typeof texts][code]),
      ]);
    }
  });
}

test('the form says of each date of birth what is wrong with it, from midnight to midnight', async () => {
  for (const [today, typed, ...codes] of datesOfBirth) {
    for (const time of ['T00:00:00', 'T23:59:59']) {
      jest.useFakeTimers({ now: new Date(`${today}${time}`), doNotFake: ['nextTick'] });
      const found = await messages('dateOfBirth', typed);
      const expected = codes.map((code) => payoutSentences.dateOfBirth[code]);
      expect([today, typed, found]).toEqual([today, typed, expected]);
    }
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
