import { type InferType, object, string } from 'yup';
import { isValidPhone, maxPhoneLength } from './limits.ts';
import { maxNameLength, nameRules } from './names.ts';

/** Rules of the profile's texts (spec section 5). Valid texts come out trimmed. */
export const profileSchema = object({
  name: nameRules('Name', maxNameLength),
  phone: string()
    .trim()
    .required('Phone number is required')
    .test('invalid', 'Enter a valid phone number', (phone) => phone === '' || isValidPhone(phone))
    .max(maxPhoneLength, `Phone number must not exceed ${maxPhoneLength} characters`),
});

export type ProfileValues = InferType<typeof profileSchema>;
