import { profileSchema } from '@kargo/shared-types/forms/profile-form';
import { names, profilePhones, profileSentences } from '@kargo/shared-types/testing/form-inputs';
import { messagesOf } from '../testing/messages-of.ts';

const valid = { name: 'Maya Okafor', phone: '+1 (202) 555-0123' };
for (const [field, inputs] of Object.entries({ name: names(255), phone: profilePhones })) {
  test(`the form says of each ${field} what is wrong with it`, async () => {
    for (const [text, ...codes] of inputs) {
      const messages = await messagesOf(profileSchema, { ...valid, [field]: text }, field);
      const expected = codes.map(
        (code) => profileSentences[field as keyof typeof profileSentences][code],
      );
      expect([text, messages]).toEqual([text, expected]);
    }
  });
}

test('what passes comes out trimmed, a number as it would be typed', async () => {
  const phone = ' \u202atel:+1 202\u2011555\u20110123\u202c ';
  expect(await profileSchema.validate({ name: ' Maya ', phone })).toEqual({
    name: 'Maya',
    phone: '+1 202-555-0123',
  });
});
