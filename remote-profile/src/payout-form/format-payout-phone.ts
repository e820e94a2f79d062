import { maxPayoutPhoneDigits } from '@kargo/shared-types/forms/limits';

/**
 * Writes what somebody types as `+1 ` and digits (spec section 5). Idempotent; nothing stays
 * nothing, so that everything can be deleted.
 */
export function formatPayoutPhone(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  if (digits === '') return '';
  const withCountry = digits.startsWith('1') ? digits : `1${digits}`;
  // Without digits after it there is no space either: a backspace would only meet it again.
  return `+1 ${withCountry.slice(1, maxPayoutPhoneDigits)}`.trimEnd();
}
