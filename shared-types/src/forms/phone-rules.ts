import { string } from 'yup';
import { cleanPhone, hasExtension } from './phone.ts';

/** A form's phone number before its own rules; it comes out clean. */
export const phoneText = string().transform(cleanPhone).required('Phone number is required');

/** The rule after those, for `test`. */
export const withoutExtension = [
  'extension',
  'Leave out the extension: only the number itself can be called.',
  (phone: string) => !hasExtension(phone),
] as const;
