/**
 * Returns a number or date as somebody would type it, from what was copied out of contacts, mails or documents: without
 * invisible characters, such as those that change the text direction, and with ASCII's spaces, hyphens and, for
 * full-width characters, letters, digits and signs.
 */
export function plainText(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/\s/g, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .trim();
}
