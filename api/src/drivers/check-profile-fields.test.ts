import assert from 'node:assert/strict';
import { test } from 'node:test';
import { names, profilePhones, profileSentences } from '@kargo/shared-types/testing/form-inputs';
import { checkProfileFields } from './check-profile-fields.ts';

for (const [field, inputs] of Object.entries({ name: names(255), phone: profilePhones })) {
  test(`each ${field} is refused or taken as by the form in the browser`, () => {
    for (const [text, code] of inputs) {
      const check = () =>
        field === 'name'
          ? checkProfileFields(text, '2025550123').name
          : checkProfileFields('Ada', text).phone;
      if (code === undefined) assert.equal(check(), text.trim());
      else
        assert.throws(
          check,
          { message: profileSentences[field as keyof typeof profileSentences][code] },
          JSON.stringify(text),
        );
    }
  });
}

test('a text that is missing is required', () => {
  assert.throws(() => checkProfileFields(undefined, '2025550123'), { message: 'Name is required' });
  assert.throws(() => checkProfileFields('Ada'), { message: 'Phone number is required' });
});
