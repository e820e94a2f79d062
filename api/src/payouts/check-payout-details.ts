import type { PayoutFields } from '@kargo/shared-types/api/payout';
import type { CalendarDate } from '@kargo/shared-types/forms/calendar-date';
import { payoutTexts } from '@kargo/shared-types/forms/payout-form';
import { plainText } from '@kargo/shared-types/forms/plain-text';
import { monthDayYear, parseTypedDate } from '@kargo/shared-types/forms/typed-date';
import { checkForm } from '../uploads/check-form.ts';

export type PayoutDetails = ReturnType<typeof checkPayoutDetails>;

/**
 * Checks the payout form's texts by the rules of the browser's form (spec section 5).
 *
 * @throws {ApiError} `validation_failed` with the sentence of the first broken rule.
 */
export function checkPayoutDetails(
  { year, month, day, ...texts }: Partial<PayoutFields>,
  now: Date = new Date(),
) {
  const typed = plainText(`${month}/${day}/${year}`);
  const { dateOfBirth, ...details } = checkForm(
    payoutTexts(() => latestToday(now)),
    { ...texts, dateOfBirth: monthDayYear.test(typed) ? typed : '' },
  );
  return { ...details, born: parseTypedDate(dateOfBirth) as CalendarDate };
}

/**
 * Returns the latest date anywhere, at UTC+14, because the server does not know the time zone that
 * the form used. So nobody who is 18 there is refused; Stripe checks the age again.
 */
function latestToday(now: Date): CalendarDate {
  const there = new Date(now.getTime() + 14 * 60 * 60 * 1000);
  return {
    year: there.getUTCFullYear(),
    month: there.getUTCMonth() + 1,
    day: there.getUTCDate(),
  };
}
