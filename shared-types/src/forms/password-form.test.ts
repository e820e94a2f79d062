import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf } from '../testing/problems-of.ts';
import { passwordSchema } from './password-form.ts';

const mismatch = 'New password and confirm password do not match';

for (const [oldPassword, newPassword, confirmPassword, ...sentences] of [
  ['old', 'new', 'new'],
  // Spaces are part of a password.
  [' ', ' x ', ' x '],
  [
    '',
    '',
    '',
    'Old Password is required',
    'New Password is required',
    'Confirm Password is required',
  ],
  ['old', 'new', 'New', mismatch],
  ['old', 'new', 'new ', mismatch],
  ['old', 'new', 'old', mismatch],
] as const)
  test(`"${oldPassword}", "${newPassword}", "${confirmPassword}": ${sentences.join(' ')}`, () => {
    const values = { oldPassword, newPassword, confirmPassword };
    assert.deepEqual(problemsOf(passwordSchema, values), sentences);
    if (sentences.length === 0) assert.deepEqual(passwordSchema.validateSync(values), values);
  });
