import { type CalendarDate, isRealDate } from './calendar-date.ts';

const pattern = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** The day that a text in the form MM/DD/YYYY names; null when there is no such day. */
export function parseTypedDate(text: string): CalendarDate | null {
  const [, month, day, year] = pattern.exec(text.trim()) ?? [];
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  return isRealDate(date) ? date : null;
}

/** The day as MM/DD/YYYY. */
export function toTypedDate({ year, month, day }: CalendarDate): string {
  return `${twoDigits(month)}/${twoDigits(day)}/${year}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
