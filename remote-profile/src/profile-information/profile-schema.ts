import { isValidPhone, maxPhoneLength } from 'shared-types/limits';
import { maxNameLength } from 'shared-types/names';
import { type InferType, object, string } from 'yup';
import { nameRules } from '../forms/name-rules.ts';

/** Rules of the profile's text (spec section 5). What passes comes out trimmed. */
export const profileSchema = object({
  name: nameRules('Name', maxNameLength),
  phone: string()
    .trim()
    .required('Phone number is required')
    // An empty number is missing, not wrong.
    .test('valid', 'Enter a valid phone number', (phone) => !phone || isValidPhone(phone))
    .max(maxPhoneLength, 'Phone number must not exceed 20 characters'),
});

export type ProfileValues = InferType<typeof profileSchema>;
