import type { ProfileFields } from 'shared-types/driver';
import { isValidPhone, maxNameLength, maxPhoneLength } from 'shared-types/limits';
import { ApiError } from '../api-error.ts';

/**
 * The text rules of a profile (spec section 5), the same that the form in the browser applies.
 *
 * @returns both fields, trimmed.
 * @throws {ApiError} `validation_failed` with the sentence of the first broken rule.
 */
export function checkProfileFields(name = '', phone = ''): ProfileFields {
  const fields = { name: name.trim(), phone: phone.trim() };
  const brokenRule = brokenNameRule(fields.name) ?? brokenPhoneRule(fields.phone);
  if (brokenRule) throw new ApiError('validation_failed', brokenRule);
  return fields;
}

function brokenNameRule(name: string): string | undefined {
  if (name === '') return 'Name is required';
  if (name.length > maxNameLength) return `Name must not exceed ${maxNameLength} characters`;
  // Postgres stores no NUL, and no name contains the others.
  if (/\p{Cc}/u.test(name)) return 'Name must not contain control characters';
}

function brokenPhoneRule(phone: string): string | undefined {
  if (phone === '') return 'Phone number is required';
  if (phone.length > maxPhoneLength) {
    return `Phone number must not exceed ${maxPhoneLength} characters`;
  }
  if (!isValidPhone(phone)) return 'Enter a valid phone number';
}
