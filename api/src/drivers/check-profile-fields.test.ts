import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkProfileFields } from './check-profile-fields.ts';

const goodPhone = '2025550123';

for (const [what, name, sentence] of [
  ['no name', undefined, 'Name is required'],
  ['an empty name', '', 'Name is required'],
  ['a name of spaces', '   ', 'Name is required'],
  ['a name of 256 characters', 'x'.repeat(256), 'Name must not exceed 255 characters'],
  ['a name of zero-width characters', '\u200b\u2060 \u3164', 'Name is required'],
  [
    'a name that turns its direction',
    'Ada \u202egnp.exe',
    'Name must not contain control characters',
  ],
  ['a name that is isolated', '\u2067Ada', 'Name must not contain control characters'],
  ['a name with NUL', 'Ada\u0000', 'Name must not contain control characters'],
] as const) {
  test(`${what}: ${sentence}`, () => {
    assert.throws(() => checkProfileFields(name, goodPhone), { message: sentence });
  });
}

for (const [what, name] of [
  ['255 characters', 'x'.repeat(255)],
  ['one character', 'x'],
  ['a name in any script', 'Łukasz Ñandú 渡辺 👩‍🚀'],
] as const) {
  test(`${what} are a name`, () => {
    assert.equal(checkProfileFields(name, goodPhone).name, name);
  });
}

for (const [what, phone, sentence] of [
  ['no phone', undefined, 'Phone number is required'],
  ['a phone of spaces', '  ', 'Phone number is required'],
  ['9 digits', '202555012', 'Enter a valid phone number'],
  ['16 digits', '1234567890123456', 'Enter a valid phone number'],
  ['letters', '2025550123 ext', 'Enter a valid phone number'],
  ['digits of another script', '٢٠٢٥٥٥٠١٢٣', 'Enter a valid phone number'],
  ['21 characters', '+1 (202)  555 -  0123', 'Phone number must not exceed 20 characters'],
] as const) {
  test(`${what}: ${sentence}`, () => {
    assert.throws(() => checkProfileFields('Ada', phone), { message: sentence });
  });
}

for (const phone of [
  '2025550123',
  '123456789012345',
  '+1 (202) 555-0123',
  '202.555.0123',
  '+1 (202) 555 -  0123',
]) {
  test(`"${phone}" is a phone number and kept as typed`, () => {
    assert.equal(checkProfileFields('Ada', phone).phone, phone);
  });
}

test('both are trimmed before they are measured', () => {
  assert.deepEqual(checkProfileFields(`  ${'x'.repeat(255)}\n`, ' +1 (202) 555 -  0123 '), {
    name: 'x'.repeat(255),
    phone: '+1 (202) 555 -  0123',
  });
});
