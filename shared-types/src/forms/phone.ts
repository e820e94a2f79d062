import { plainText } from './plain-text.ts';

/** Removes from a phone number what was copied with it. Forms and API share it. */
export function cleanPhone(text: string): string {
  return plainText(text).replace(/^tel: ?/i, '');
}

/** Whether an extension follows seven digits or more: `x12`, `ext. 5`, `;ext=5` or `,,5#`. */
export function hasExtension(phone: string): boolean {
  const [number = '', ...rest] = cleanPhone(phone).split(/[x#,;]/i);
  return number.replace(/\D/g, '').length >= 7 && /\d/.test(rest.join());
}
