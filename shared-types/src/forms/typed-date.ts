import { type CalendarDate, isRealDate } from './calendar-date.ts';
import { plainText } from './plain-text.ts';

/** MM/DD/YYYY, the form's own order. */
export const monthDayYear = /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/;

/** Other forms of pasted dates, in which hyphens, dots and spaces count as slashes. */
const patterns = [
  monthDayYear,
  /^(?<month>\d{2})(?<day>\d{2})(?<year>\d{4})$/,
  /^(?<year>\d{4})\/(?<month>\d{1,2})\/(?<day>\d{1,2})$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
];

/**
 * Returns the day that a text names, as MM/DD/YYYY or as dates are copied: with the year first, or
 * with the month's English name. Null unless the text names exactly one real day.
 */
export function parseTypedDate(text: string): CalendarDate | null {
  const plain = plainText(text);
  const slashed = plain.replace(/[ ./-]+/g, '/');
  for (const pattern of patterns) {
    const { year, month, day } = pattern.exec(slashed)?.groups ?? {};
    const date = { year: Number(year), month: Number(month), day: Number(day) };
    if (isRealDate(date)) return date;
  }
  return parseNamedMonth(plain.toLowerCase());
}

const months =
  'january february march april may june july august september october november december';
const others = 'monday tuesday wednesday thursday friday saturday sunday st nd rd th the of';

/** A day with the month's name, in any order: `Mar 5, 1990`, `Monday, 5th of March 1990`. */
function parseNamedMonth(text: string): CalendarDate | null {
  const isMeant = (word: string) => !others.split(' ').some(isCalled(word));
  const words = text.match(/\p{L}+/gu)?.filter(isMeant) ?? [];
  const numbers = text.match(/\d+/g) ?? [];
  const year = numbers.find((number) => number.length === 4);
  const day = numbers.find((number) => number.length < 3);
  const month = 1 + months.split(' ').findIndex(isCalled(words[0] ?? ''));
  if (words.length !== 1 || numbers.length !== 2 || !year || !day) return null;
  const date = { year: Number(year), month, day: Number(day) };
  return isRealDate(date) ? date : null;
}

/** Whether a word is a name, or its beginning of three letters or more. */
const isCalled = (word: string) => (name: string) =>
  name === word || (word.length >= 3 && name.startsWith(word));

/** The day as MM/DD/YYYY. */
export function toTypedDate({ year, month, day }: CalendarDate): string {
  const [monthText, dayText] = [month, day].map((part) => String(part).padStart(2, '0'));
  return `${monthText}/${dayText}/${year}`;
}
