/**
 * A day in the calendar. Not a `Date`: that is a moment, which is another day elsewhere. Months
 * count from 1.
 */
export interface CalendarDate {
  year: number;
  month: number;
  day: number;
}

/** Youngest a driver may be, in years. */
export const minimumDriverAge = 18;

/** Nobody alive was born before; an earlier year is a slip of the keyboard. */
export const earliestBirthYear = 1900;

/** The day on which a moment falls in the time zone of this machine; today, if none is given. */
export function localDay(moment = new Date()): CalendarDate {
  return {
    year: moment.getFullYear(),
    month: moment.getMonth() + 1,
    day: moment.getDate(),
  };
}

/** A moment of that day in the time zone of this machine. */
export function momentOf({ year, month, day }: CalendarDate): Date {
  return new Date(year, month - 1, day);
}

/** Whether the calendar has such a day, from `earliestBirthYear` on. */
export function isRealDate({ year, month, day }: CalendarDate): boolean {
  return (
    year >= earliestBirthYear &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysInMonth(year, month)
  );
}

/**
 * The latest day of birth of somebody who is old enough today. Whoever turns 18 today is; on 29
 * February, in a year 18 years after one without that day, it is the 28th.
 */
export function latestDateOfBirth({ year, month, day }: CalendarDate): CalendarDate {
  const birthYear = year - minimumDriverAge;
  return { year: birthYear, month, day: Math.min(day, daysInMonth(birthYear, month)) };
}

/** Whether `date` comes after `other`. */
export function isAfter(date: CalendarDate, other: CalendarDate): boolean {
  return sortKey(date) > sortKey(other);
}

function sortKey({ year, month, day }: CalendarDate): number {
  return (year * 100 + month) * 100 + day;
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
