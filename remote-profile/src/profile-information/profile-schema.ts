import { isValidPhone, maxNameLength, maxPhoneLength } from 'shared-types/limits';
import { type InferType, object, string } from 'yup';

/** Rules of the profile's text (spec section 5). What passes comes out trimmed. */
export const profileSchema = object({
  name: string()
    .trim()
    .required('Name is required')
    .max(maxNameLength, 'Name must not exceed 255 characters'),
  phone: string()
    .trim()
    .required('Phone number is required')
    // An empty number is missing, not wrong.
    .test('valid', 'Enter a valid phone number', (phone) => !phone || isValidPhone(phone))
    .max(maxPhoneLength, 'Phone number must not exceed 20 characters'),
});

export type ProfileValues = InferType<typeof profileSchema>;
