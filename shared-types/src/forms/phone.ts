import { plainText } from './plain-text.ts';

/** Returns a phone number without what came along when it was copied. The forms and the API use it alike. */
export function cleanPhone(text: string): string {
  return plainText(text).replace(/^tel: ?/i, '');
}

/** Fewest digits of a number that an extension can follow. */
const minDigits = 7;

/** Whether an extension follows the number, such as `x12`, `ext. 5`, `;ext=5` or `,,5#`. */
export function hasExtension(phone: string): boolean {
  const [number = '', ...rest] = cleanPhone(phone).split(/[x#,;]/i);
  return number.replace(/\D/g, '').length >= minDigits && /\d/.test(rest.join());
}
