import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profileSchema } from '@kargo/shared-types/forms/profile-form';
import { checkForm } from '../uploads/check-form.ts';

const check = (texts: Record<string, string>): Record<string, string> =>
  checkForm(profileSchema, texts);

// profile-form.test.ts of shared-types tests the rules, which are those of the browser's form.
for (const [change, message] of [
  [{ name: '\u202e' }, 'Name is required'],
  [{ name: 'Ada\u0000' }, 'Name must not contain control characters'],
  [{ phone: '202555012' }, 'Enter a valid phone number'],
  [{ name: '', phone: '' }, 'Name is required'],
] as const)
  test(`${JSON.stringify(change)} is refused with the sentence of its first broken rule`, () => {
    assert.throws(() => check({ name: 'Ada', phone: '2025550123', ...change }), { message });
  });

test('valid texts are returned trimmed', () => {
  const kept = { name: 'Ada', phone: '+1 202-555-0123' };
  assert.deepEqual(check({ name: ' Ada ', phone: 'tel:+1\u00a0202-555-0123' }), kept);
});

test('a missing text is refused as required', () => {
  assert.throws(() => check({ phone: '2025550123' }), { message: 'Name is required' });
  assert.throws(() => check({ name: 'Ada' }), { message: 'Phone number is required' });
});
