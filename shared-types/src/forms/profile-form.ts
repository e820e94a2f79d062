import { type InferType, object } from 'yup';
import { isValidPhone, maxPhoneLength } from './limits.ts';
import { maxNameLength, nameRules } from './names.ts';
import { phoneText, withoutExtension } from './phone-rules.ts';

/** Rules of the profile's texts (spec section 5). Valid texts come out trimmed, phones clean. */
export const profileSchema = object({
  name: nameRules('Name', maxNameLength),
  phone: phoneText
    .test('invalid', 'Enter a valid phone number', (phone) => phone === '' || isValidPhone(phone))
    .test(...withoutExtension)
    .max(maxPhoneLength, `Phone number must not exceed ${maxPhoneLength} characters`),
});

export type ProfileValues = InferType<typeof profileSchema>;
