import { names, profilePhones } from 'shared-types/testing/form-inputs';
import { messagesOf } from '../testing/messages-of.ts';
import { profileSchema } from './profile-schema.ts';

const valid = { name: 'Maya Okafor', phone: '+1 (202) 555-0123' };
const sentences: Record<string, Record<string, string>> = {
  name: {
    required: 'Name is required',
    too_long: 'Name must not exceed 255 characters',
    control_characters: 'Name must not contain control characters',
  },
  phone: {
    required: 'Phone number is required',
    invalid: 'Enter a valid phone number',
    too_long: 'Phone number must not exceed 20 characters',
  },
};

for (const [field, inputs] of Object.entries({ name: names(255), phone: profilePhones })) {
  test(`the form says of each ${field} what is wrong with it`, async () => {
    for (const [text, ...codes] of inputs) {
      const messages = await messagesOf(profileSchema, { ...valid, [field]: text }, field);
      const expected = codes.map((code) => sentences[field]?.[code]);
      expect([text, messages]).toEqual([text, expected]);
    }
  });
}

test('what passes comes out trimmed', async () => {
  expect(await profileSchema.validate({ name: ' Maya ', phone: ' 2025550123 ' })).toEqual({
    name: 'Maya',
    phone: '2025550123',
  });
});
