import { maxPayoutPhoneDigits } from '@kargo/shared-types/forms/limits';

/**
 * Writes what somebody types as `+1 ` and digits (spec section 5). Idempotent. An empty field stays empty, so
 * that everything can be deleted.
 */
export function formatPayoutPhone(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  if (digits === '') return '';
  const withCountry = digits.startsWith('1') ? digits : `1${digits}`;
  // Without digits there is no space either, which Backspace could never delete.
  return `+1 ${withCountry.slice(1, maxPayoutPhoneDigits)}`.trimEnd();
}
