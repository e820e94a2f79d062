import { isValidPhone, maxPhoneLength } from './limits.ts';
import { maxNameLength, nameProblems } from './names.ts';

export interface ProfileText {
  name: string;
  phone: string;
}

type PhoneProblem = 'required' | 'invalid' | 'too_long';

/**
 * Checks the texts of a profile (spec section 5).
 *
 * @param text both trimmed
 * @returns the codes of each field's broken rules, in the order in which they are told
 */
export function profileProblems({ name, phone }: ProfileText) {
  return { name: nameProblems(name, maxNameLength), phone: phoneProblems(phone) };
}

function phoneProblems(phone: string): PhoneProblem[] {
  if (phone === '') return ['required'];
  const problems: PhoneProblem[] = [];
  if (!isValidPhone(phone)) problems.push('invalid');
  if (phone.length > maxPhoneLength) problems.push('too_long');
  return problems;
}
