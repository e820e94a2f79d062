import assert from 'node:assert/strict';
import { test } from 'node:test';
import { names, profilePhones } from 'shared-types/testing/form-inputs';
import { checkProfileFields } from './check-profile-fields.ts';

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
  test(`each ${field} is refused or taken as by the form in the browser`, () => {
    for (const [text, code] of inputs) {
      const check = () =>
        field === 'name'
          ? checkProfileFields(text, '2025550123').name
          : checkProfileFields('Ada', text).phone;
      if (code === undefined) assert.equal(check(), text.trim());
      else assert.throws(check, { message: sentences[field]?.[code] }, JSON.stringify(text));
    }
  });
}

test('a text that is missing is required', () => {
  assert.throws(() => checkProfileFields(undefined, '2025550123'), { message: 'Name is required' });
  assert.throws(() => checkProfileFields('Ada'), { message: 'Phone number is required' });
});
