import { maxPayoutPhoneDigits } from '@kargo/shared-types/forms/limits';
import { cleanPhone, hasExtension } from '@kargo/shared-types/forms/phone';
import { plainCharacters } from '@kargo/shared-types/forms/plain-text';

/** `+`, or what people dial for it in Europe or the US, and the start of a foreign code. */
const isFromAbroad = /^\(?(?:\+|00|011)[ (.-]*[02-9]/;

/**
 * Formats what somebody types or pastes as `+1 ` and digits (spec section 5). A number with another
 * country's code or an extension keeps its signs: its digits alone would be another number.
 * Idempotent; an empty field stays empty.
 */
export function formatPayoutPhone(typed: string): string {
  // Each part ends with a digit.
  const parts = plainCharacters(typed).split(/(?<=\d)/);
  const text = parts.slice(0, maxPayoutPhoneDigits).join('');
  const phone = cleanPhone(text);
  if (isFromAbroad.test(phone) || hasExtension(phone)) return text;
  const digits = phone.replace(/\D/g, '');
  if (digits === '') return '';
  const withCountry = digits.startsWith('1') ? digits : `1${digits}`;
  // Without digits there is no space either, which Backspace could never delete.
  return `+1 ${withCountry.slice(1, maxPayoutPhoneDigits)}`.trimEnd();
}
