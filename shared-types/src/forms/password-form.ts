export interface PasswordText {
  oldPassword: string;
  newPassword: string;
  confirmPassword: string;
}

/**
 * Checks the password form (spec section 5); how strong a password has to be, the identity provider
 * decides.
 *
 * @returns the codes of each field's broken rules
 */
export function passwordProblems({ oldPassword, newPassword, confirmPassword }: PasswordText) {
  return {
    oldPassword: missing(oldPassword),
    newPassword: missing(newPassword),
    confirmPassword: confirmProblems(confirmPassword, newPassword),
  };
}

const missing = (password: string): 'required'[] => (password === '' ? ['required'] : []);

function confirmProblems(
  confirmPassword: string,
  newPassword: string,
): ('required' | 'mismatch')[] {
  if (confirmPassword === '') return ['required'];
  return confirmPassword === newPassword ? [] : ['mismatch'];
}
