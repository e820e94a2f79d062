import { plainCharacters } from '@kargo/shared-types/forms/plain-text';
import { parseTypedDate, toTypedDate } from '@kargo/shared-types/forms/typed-date';

/** The two orders of a date, with the number of digits in each part. */
const monthFirst = { lengths: [2, 2, 4], separator: '/' };
const yearFirst = { lengths: [4, 2, 2], separator: '-' };

/** No month is 19 or 20. A year has four digits, or fewer while it is being typed. */
const beginsWithYear = /^(19|20)(\d{0,2}$|\d{2}(\/|\d+$))/;

/**
 * Adds the slashes of MM/DD/YYYY to what somebody types. Each comes with the digit after it, so
 * that Backspace never meets one that it cannot delete. A month or day of one digit gets its zero
 * when a slash follows. YYYY-MM-DD, which browsers fill in, is converted when it is complete.
 */
export function formatTypedDate(text: string): string {
  const typed = plainCharacters(text);
  // Number keyboards have no words: they were pasted.
  if (/\p{L}{2}/u.test(typed)) return formatPastedDate(typed);
  // A month or day that was deleted leaves its place empty.
  if (/^\d{0,2}\/\d{0,2}\/\d{4}$/.test(typed)) return typed;
  const slashed = typed
    .replace(/[^\d\s./-]/g, '')
    .replace(/[\s./-]+/g, '/')
    .replace(/^\//, '');
  const { lengths, separator } = beginsWithYear.test(slashed) ? yearFirst : monthFirst;
  const parts = split(slashed, lengths);
  const [year, month = '', day] = parts;
  if (separator === '-' && day?.length === 2) return `${month.padStart(2, '0')}/${day}/${year}`;
  // One digit before a slash that was just typed.
  return parts.join(separator).replace(/\b\d\D$/, '0$&');
}

/** Returns pasted text as MM/DD/YYYY if it names one day, or else just in plain characters. */
export function formatPastedDate(pasted: string): string {
  const date = parseTypedDate(pasted);
  return date ? toTypedDate(date) : plainCharacters(pasted);
}

function split(slashed: string, lengths: number[]): string[] {
  const rest = slashed.split('/');
  const parts: string[] = [];
  for (const length of lengths) {
    const part = rest.shift();
    if (part === undefined) break;
    parts.push(part.slice(0, length));
    // Digits typed without slashes, or whose slash was deleted, spill over into the next part.
    const isPartMissing = parts.length + rest.length < lengths.length;
    if (isPartMissing && part.length > length) rest.unshift(part.slice(length));
  }
  return parts;
}
