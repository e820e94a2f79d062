import { messagesOf } from '../testing/messages-of.ts';
import { profileSchema } from './profile-schema.ts';

const valid = { name: 'Maya Okafor', phone: '+1 (202) 555-0123' };
const nameMessages = (name: string) => messagesOf(profileSchema, { ...valid, name }, 'name');
const phoneMessages = (phone: string) => messagesOf(profileSchema, { ...valid, phone }, 'phone');

test.each(['', '   ', '\u200b', '\u3164'])('the name "%s" is missing', async (name) => {
  expect(await nameMessages(name)).toEqual(['Name is required']);
});

test('a name has at most 255 characters, spaces around it not counted', async () => {
  expect(await nameMessages(` ${'n'.repeat(255)} `)).toEqual([]);
  expect(await nameMessages('n'.repeat(256))).toEqual(['Name must not exceed 255 characters']);
});

test.each(['Maya\u0000', '\u202eMaya', 'Maya\u2066'])(
  'the name %j turns or hides',
  async (name) => {
    expect(await nameMessages(name)).toEqual(['Name must not contain control characters']);
  },
);

test.each(['', '  '])('the phone number "%s" is missing, and not also wrong', async (phone) => {
  expect(await phoneMessages(phone)).toEqual(['Phone number is required']);
});

test.each(['2025550123', '123456789012345', '+1 (202) 555-0123', '(202)  555  -  0123 '])(
  'the phone number "%s" is fine',
  async (phone) => expect(await phoneMessages(phone)).toEqual([]),
);

test.each(['202555012', '1234567890123456', '202-555-0123x'])(
  'the phone number "%s" is not valid',
  async (phone) => expect(await phoneMessages(phone)).toEqual(['Enter a valid phone number']),
);

test('a phone number of 20 characters is not too long, one of 21 is', async () => {
  expect(await phoneMessages('+1 (202) - 555 -0123')).toEqual([]);
  expect(await phoneMessages('+1 (202) - 555 - 0123')).toEqual([
    'Phone number must not exceed 20 characters',
  ]);
});

test('a phone number that breaks both rules is told both', async () => {
  expect(await phoneMessages('1'.repeat(21))).toEqual([
    'Enter a valid phone number',
    'Phone number must not exceed 20 characters',
  ]);
});

test('what passes comes out trimmed', async () => {
  expect(await profileSchema.validate({ name: ' Maya ', phone: ' 2025550123 ' })).toEqual({
    name: 'Maya',
    phone: '2025550123',
  });
});
