import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailPattern, isValidPhone, maxUploadBytes } from './limits.ts';

test('2 MB are 2 × 1024 × 1024 bytes', () => {
  assert.equal(maxUploadBytes, 2_097_152);
});

for (const phone of [
  '2025550123',
  '123456789012345',
  '+1 (202) 555-0123',
  '202.555.0123',
  '+49 30 901820 0',
]) {
  test(`${phone} is a phone number`, () => assert.ok(isValidPhone(phone)));
}

for (const [phone, reason] of [
  ['', 'is empty'],
  ['202555012', 'has 9 digits'],
  ['1234567890123456', 'has 16 digits'],
  ['2025550123x', 'has a letter'],
  ['202/555/0123', 'has slashes'],
  ['٢٠٢٥٥٥٠١٢٣', 'has digits of another script'],
] as const) {
  test(`"${phone}" is no phone number: it ${reason}`, () => assert.ok(!isValidPhone(phone)));
}

for (const email of [
  'ada@kargo.example',
  'a@b.c',
  'ada+post@sub.kargo.example',
  'ø@bücher.example',
]) {
  test(`${email} may be an e-mail address`, () => assert.match(email, emailPattern));
}

for (const email of [
  '',
  'ada',
  'ada@kargo',
  '@kargo.example',
  'ada@',
  'ada@@kargo.example',
  'a da@kargo.example',
  'ada@kargo.',
  'ada@.example',
]) {
  test(`"${email}" is no e-mail address`, () => assert.doesNotMatch(email, emailPattern));
}
