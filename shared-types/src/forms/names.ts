/** Rules for names that drivers type, shared by the forms and the API. */

/** Longest name of a driver, in UTF-16 code units, after trimming. */
export const maxNameLength = 255;

/** Longest first or last name of the payout form, in UTF-16 code units: the limit of Stripe. */
export const maxPayoutNameLength = 100;

/** White space and invisible characters. */
const unseen = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * Control characters, and those that change the text direction (U+202A to U+202E, U+2066 to U+2069):
 * with these, a name is shown differently from how it is stored.
 */
const control = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

export type NameProblem = 'required' | 'too_long' | 'control_characters';

/**
 * Checks a name.
 *
 * @param name trimmed
 * @returns the code of the first broken rule, or nothing
 */
export function nameProblems(name: string, maxLength: number): NameProblem[] {
  if (unseen.test(name)) return ['required'];
  if (name.length > maxLength) return ['too_long'];
  return control.test(name) ? ['control_characters'] : [];
}
