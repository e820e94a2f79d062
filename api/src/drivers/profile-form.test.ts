import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanPhone } from '@kargo/shared-types/forms/phone';
import { profileSchema } from '@kargo/shared-types/forms/profile-form';
import { names, profilePhones, profileSentences } from '@kargo/shared-types/testing/form-inputs';
import { checkForm } from '../check-form.ts';

const check = (texts: Record<string, string>): Record<string, string> =>
  checkForm(profileSchema, texts);

for (const [field, inputs] of Object.entries({ name: names(255), phone: profilePhones })) {
  test(`each ${field} is refused or taken as by the form in the browser`, () => {
    for (const [text, code] of inputs) {
      const texts: Record<string, string> = { name: 'Ada', phone: '2025550123', [field]: text };
      const kept = field === 'phone' ? cleanPhone(text) : text.trim();
      if (code === undefined) assert.equal(check(texts)[field], kept);
      else
        assert.throws(
          () => check(texts),
          { message: profileSentences[field as keyof typeof profileSentences][code] },
          JSON.stringify(text),
        );
    }
  });
}

test('a text that is missing is required', () => {
  assert.throws(() => check({ phone: '2025550123' }), { message: 'Name is required' });
  assert.throws(() => check({ name: 'Ada' }), { message: 'Phone number is required' });
});
