import { string } from 'yup';
import { cleanPhone, hasExtension } from './phone.ts';

/**
 * The rules that phone numbers of both forms share, after those of the form. What passes comes out clean.
 *
 * @param ownRules adds the rules of the form
 */
export function phoneRules<Rules extends typeof clean>(ownRules: (phone: typeof clean) => Rules) {
  return ownRules(clean).test(
    'extension',
    'Leave out the extension: only the number itself can be called.',
    (phone) => !hasExtension(phone),
  );
}

const clean = string().transform(cleanPhone).required('Phone number is required');
