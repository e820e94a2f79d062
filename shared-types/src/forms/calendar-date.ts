/** A day, not a `Date`, whose day depends on the time zone. Months count from 1. */
export interface CalendarDate {
  year: number;
  month: number;
  day: number;
}

/** In years. */
const minimumDriverAge = 18;

/** Nobody alive was born before this year; an earlier one is a typing mistake. */
export const earliestBirthYear = 1900;

/** Returns the day of a moment in this machine's time zone; by default, today. */
export function localDay(moment = new Date()): CalendarDate {
  return {
    year: moment.getFullYear(),
    month: moment.getMonth() + 1,
    day: moment.getDate(),
  };
}

/** Returns a moment of that day in this machine's time zone. */
export function momentOf({ year, month, day }: CalendarDate): Date {
  return new Date(year, month - 1, day);
}

/** Whether the day exists and is not before `earliestBirthYear`. */
export function isRealDate({ year, month, day }: CalendarDate): boolean {
  const there = new Date(Date.UTC(year, month - 1, day));
  const isThere = there.getUTCMonth() === month - 1 && there.getUTCDate() === day;
  return isThere && year >= earliestBirthYear;
}

/** The latest date of birth that is old enough; 28 February if its year has no 29th. */
export function latestDateOfBirth({ year, month, day }: CalendarDate): CalendarDate {
  const date = { year: year - minimumDriverAge, month, day };
  return isRealDate(date) ? date : { ...date, day: 28 };
}

export function isAfter(date: CalendarDate, other: CalendarDate): boolean {
  return momentOf(date) > momentOf(other);
}
