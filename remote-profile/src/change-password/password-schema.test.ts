import { passwordSchema } from '@kargo/shared-types/forms/password-form';
import { messagesOf } from '../testing/messages-of.ts';

const valid = { oldPassword: 'old', newPassword: 'new', confirmPassword: 'new' };

test('three passwords of which two are equal pass', async () => {
  expect(await passwordSchema.validate(valid)).toEqual(valid);
});

test.each([
  ['oldPassword', 'Old Password is required'],
  ['newPassword', 'New Password is required'],
  ['confirmPassword', 'Confirm Password is required'],
])('%s is required', async (field, message) => {
  const values = { oldPassword: '', newPassword: '', confirmPassword: '' };
  expect(await messagesOf(passwordSchema, values, field)).toEqual([message]);
});

test.each(['New', 'new ', 'old'])('"%s" does not confirm "new"', async (confirmPassword) => {
  const values = { ...valid, confirmPassword };
  expect(await messagesOf(passwordSchema, values, 'confirmPassword')).toEqual([
    'New password and confirm password do not match',
  ]);
});

test('spaces are part of a password', async () => {
  const spaces = { oldPassword: ' ', newPassword: ' x ', confirmPassword: ' x ' };
  expect(await passwordSchema.validate(spaces)).toEqual(spaces);
});
