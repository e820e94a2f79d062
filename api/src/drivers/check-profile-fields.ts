import type { ProfileFields } from 'shared-types/driver';
import { isValidPhone, maxPhoneLength } from 'shared-types/limits';
import { maxNameLength } from 'shared-types/names';
import { refuseBadName } from '../refuse-bad-name.ts';
import { refuseUnless } from '../refuse-unless.ts';

/**
 * The text rules of a profile (spec section 5), the same that the form in the browser applies.
 *
 * @returns both fields, trimmed.
 * @throws {ApiError} `validation_failed` with the sentence of the first broken rule.
 */
export function checkProfileFields(name = '', phone = ''): ProfileFields {
  const fields = { name: name.trim(), phone: phone.trim() };
  refuseBadName(fields.name, 'Name', maxNameLength);
  refuseUnless(fields.phone !== '', 'Phone number is required');
  refuseUnless(
    fields.phone.length <= maxPhoneLength,
    `Phone number must not exceed ${maxPhoneLength} characters`,
  );
  refuseUnless(isValidPhone(fields.phone), 'Enter a valid phone number');
  return fields;
}
