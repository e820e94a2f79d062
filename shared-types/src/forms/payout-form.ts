import { type CalendarDate, isAfter, latestDateOfBirth } from './calendar-date.ts';
import { payoutPhonePattern } from './limits.ts';
import { maxPayoutNameLength, nameProblems } from './names.ts';

export interface PayoutText {
  firstName: string;
  lastName: string;
  phone: string;
  /** Null when what was entered is no day of the calendar. */
  dateOfBirth: CalendarDate | null;
}

/**
 * Checks the payout form (spec section 5), all but its document.
 *
 * @param text names and phone number trimmed
 * @param today where the driver is
 * @returns the codes of each field's broken rules
 */
export function payoutProblems(
  { firstName, lastName, phone, dateOfBirth }: PayoutText,
  today: CalendarDate,
) {
  return {
    firstName: nameProblems(firstName, maxPayoutNameLength),
    lastName: nameProblems(lastName, maxPayoutNameLength),
    phone: phoneProblems(phone),
    dateOfBirth: dateProblems(dateOfBirth, today),
  };
}

function phoneProblems(phone: string): ('required' | 'invalid')[] {
  if (phone === '') return ['required'];
  return payoutPhonePattern.test(phone) ? [] : ['invalid'];
}

function dateProblems(
  date: CalendarDate | null,
  today: CalendarDate,
): ('required' | 'too_young')[] {
  if (date === null) return ['required'];
  return isAfter(date, latestDateOfBirth(today)) ? ['too_young'] : [];
}
