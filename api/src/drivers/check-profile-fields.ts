import type { ProfileFields } from '@kargo/shared-types/api/driver';
import { profileProblems } from '@kargo/shared-types/forms/profile-form';
import { refuseProblems } from '../refuse-problems.ts';

/**
 * Checks the texts of a profile by the rules of the form in the browser (spec section 5).
 *
 * @returns both fields, trimmed.
 * @throws {ApiError} `validation_failed` with the sentence of the first broken rule.
 */
export function checkProfileFields(name = '', phone = ''): ProfileFields {
  const fields = { name: name.trim(), phone: phone.trim() };
  refuseProblems(profileProblems(fields), {
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
  });
  return fields;
}
