import { emailPattern } from './limits.ts';

export interface SignInText {
  email: string;
  password: string;
}

/**
 * Checks the login form (spec section 5).
 *
 * @param text e-mail address trimmed, password as typed
 * @returns the codes of each field's broken rules
 */
export function signInProblems({ email, password }: SignInText) {
  return { email: emailProblems(email), password: password === '' ? ['required' as const] : [] };
}

function emailProblems(email: string): ('required' | 'invalid')[] {
  if (email === '') return ['required'];
  return emailPattern.test(email) ? [] : ['invalid'];
}
