import type { PayoutFields } from '@kargo/shared-types/api/payout';
import { type CalendarDate, isRealDate } from '@kargo/shared-types/forms/calendar-date';
import { payoutProblems } from '@kargo/shared-types/forms/payout-form';
import { refuseProblems } from '../refuse-problems.ts';

export interface PayoutDetails {
  firstName: string;
  lastName: string;
  /** `+1 ` and ten digits. */
  phone: string;
  born: CalendarDate;
}

/**
 * Checks the texts of the payout form by the rules of the form in the browser (spec section 5).
 *
 * @throws {ApiError} `validation_failed` with the sentence of the first broken rule.
 */
export function checkPayoutDetails(
  { first_name = '', last_name = '', phone = '', ...date }: Partial<PayoutFields>,
  now: Date = new Date(),
): PayoutDetails {
  const born = readDate(date);
  const details = { firstName: first_name.trim(), lastName: last_name.trim(), phone: phone.trim() };
  const dateOfBirth = isRealDate(born) ? born : null;
  refuseProblems(payoutProblems({ ...details, dateOfBirth }, latestToday(now)), {
    firstName: nameSentences('First Name'),
    lastName: nameSentences('Last Name'),
    phone: {
      required: 'Phone number is required',
      invalid: 'Phone number must start with +1 and be followed by 10 digits (e.g., +1 1234567890)',
    },
    dateOfBirth: {
      required: 'Date of Birth is required',
      too_young: 'You must be at least 18 years old',
    },
  });
  return { ...details, born };
}

const nameSentences = (label: string) => ({
  required: `${label} is required`,
  too_long: `${label} must not exceed 100 characters`,
  control_characters: `${label} must not contain control characters`,
});

function readDate({ year, month, day }: Partial<PayoutFields>): CalendarDate {
  return { year: wholeNumber(year), month: wholeNumber(month), day: wholeNumber(day) };
}

/** Parses a whole number; NaN for anything but digits. */
function wholeNumber(text = ''): number {
  return /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
}

/**
 * Returns the day at UTC+14, where each day begins first. The server does not know the driver's time zone,
 * which the form uses; this way nobody who is 18 there is refused. Stripe checks the age again.
 */
function latestToday(now: Date): CalendarDate {
  const there = new Date(now.getTime() + 14 * 60 * 60 * 1000);
  return {
    year: there.getUTCFullYear(),
    month: there.getUTCMonth() + 1,
    day: there.getUTCDate(),
  };
}
