/** Returns a typed number or date, or one copied from elsewhere, in plain characters. */
export const plainText = (text: string): string => plainCharacters(text).trim();

/**
 * Returns a text, even one that is still being typed, without invisible characters such as
 * direction marks. Digits of every script, spaces and hyphens become those of ASCII, as do letters
 * and signs that are full-width or from Japanese keyboards.
 */
export function plainCharacters(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/\s/g, ' ')
    .replace(/[\p{Pd}\u2212\u30fc]/gu, '-')
    .replace(/[\u3002\u30fb]/g, '.')
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/(?!\d)\p{Nd}/gu, asciiDigit);
}

/** In Unicode, each script has its ten digits in a row from zero; a few rows are adjacent. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}
