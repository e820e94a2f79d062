import { string } from 'yup';

/** Longest name of a driver, in UTF-16 code units, after trimming. */
export const maxNameLength = 255;

/** Longest first or last name of the payout form, in UTF-16 code units: the limit of Stripe. */
export const maxPayoutNameLength = 100;

/** White space and invisible characters. */
const unseen = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Control characters and changes of text direction make a name look unlike what is stored. */
const control = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

/** The rules of a name that a driver types, trimmed. Only the first broken one is reported. */
export function nameRules(label: string, maxLength: number) {
  const problemOf = (name: string) => {
    if (unseen.test(name)) return 'is required';
    if (name.length > maxLength) return `must not exceed ${maxLength} characters`;
    return control.test(name) ? 'must not contain control characters' : undefined;
  };
  return string()
    .trim()
    .default('')
    .test('name', (name, { createError }) => {
      const problem = problemOf(name);
      return problem === undefined || createError({ message: `${label} ${problem}` });
    });
}
