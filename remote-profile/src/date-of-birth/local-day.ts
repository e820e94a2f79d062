import type { CalendarDate } from 'shared-types/calendar-date';

/** The day that a moment falls on where this browser is; today, if no moment is given. */
export function localDay(moment = new Date()): CalendarDate {
  return {
    year: moment.getFullYear(),
    month: moment.getMonth() + 1,
    day: moment.getDate(),
  };
}

/** A moment of that day where this browser is. */
export function momentOf({ year, month, day }: CalendarDate): Date {
  return new Date(year, month - 1, day);
}
