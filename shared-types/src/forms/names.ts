/** The rules for names that drivers type; the forms and the API judge by the same. */

/** Longest name of a driver, in UTF-16 code units, after trimming. */
export const maxNameLength = 255;

/** Longest first or last name of the payout form, counted the same: Stripe takes no longer ones. */
export const maxPayoutNameLength = 100;

/** White space, and characters that are not drawn. */
const unseen = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * What ends, splits or turns text: with U+202A to U+202E, and U+2066 to U+2069, a name is read
 * otherwise than it is stored.
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
