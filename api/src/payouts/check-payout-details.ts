import {
  type CalendarDate,
  isAfter,
  isRealDate,
  latestDateOfBirth,
} from 'shared-types/calendar-date';
import { payoutPhonePattern } from 'shared-types/limits';
import { maxPayoutNameLength } from 'shared-types/names';
import type { PayoutFields } from 'shared-types/payout';
import { refuseBadName } from '../refuse-bad-name.ts';
import { refuseUnless } from '../refuse-unless.ts';

export interface PayoutDetails {
  firstName: string;
  lastName: string;
  /** `+1 ` and ten digits. */
  phone: string;
  born: CalendarDate;
}

/**
 * The rules of the payout form (spec section 5), the same that the browser applies.
 *
 * @throws {ApiError} `validation_failed` with the sentence of the first broken rule.
 */
export function checkPayoutDetails(
  fields: Partial<PayoutFields>,
  now: Date = new Date(),
): PayoutDetails {
  return {
    firstName: checkName(fields.first_name, 'First Name'),
    lastName: checkName(fields.last_name, 'Last Name'),
    phone: checkPhone(fields.phone),
    born: checkDateOfBirth(fields, now),
  };
}

function checkName(text = '', label: string): string {
  const name = text.trim();
  refuseBadName(name, label, maxPayoutNameLength);
  return name;
}

function checkPhone(text = ''): string {
  const phone = text.trim();
  refuseUnless(phone !== '', 'Phone number is required');
  refuseUnless(
    payoutPhonePattern.test(phone),
    'Phone number must start with +1 and be followed by 10 digits (e.g., +1 1234567890)',
  );
  return phone;
}

function checkDateOfBirth(parts: Partial<PayoutFields>, now: Date): CalendarDate {
  const born = {
    year: wholeNumber(parts.year),
    month: wholeNumber(parts.month),
    day: wholeNumber(parts.day),
  };
  refuseUnless(isRealDate(born), 'Date of Birth is required');
  refuseUnless(
    !isAfter(born, latestDateOfBirth(latestToday(now))),
    'You must be at least 18 years old',
  );
  return born;
}

/** NaN for anything but digits. */
function wholeNumber(text = ''): number {
  return /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
}

/**
 * Today at UTC+14, where the day begins first. The form uses the driver's own calendar, which the
 * server does not know, so nobody who is 18 at home is refused. Stripe checks the age again.
 */
function latestToday(now: Date): CalendarDate {
  const there = new Date(now.getTime() + 14 * 60 * 60 * 1000);
  return {
    year: there.getUTCFullYear(),
    month: there.getUTCMonth() + 1,
    day: there.getUTCDate(),
  };
}
