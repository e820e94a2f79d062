import type { PayoutFields } from '@kargo/shared-types/api/payout';
import type { CalendarDate } from '@kargo/shared-types/forms/calendar-date';
import { payoutTexts } from '@kargo/shared-types/forms/payout-form';
import { plainText } from '@kargo/shared-types/forms/plain-text';
import { monthDayYear, parseTypedDate } from '@kargo/shared-types/forms/typed-date';
import { checkForm } from '../check-form.ts';

export type PayoutDetails = ReturnType<typeof checkPayoutDetails>;

/**
 * Checks the texts of the payout form by the rules of the form in the browser (spec section 5).
 *
 * @throws {ApiError} `validation_failed` with the sentence of the first broken rule.
 */
export function checkPayoutDetails(
  { first_name, last_name, phone, year, month, day }: Partial<PayoutFields>,
  now: Date = new Date(),
) {
  const typed = plainText(`${month}/${day}/${year}`);
  const { dateOfBirth, ...details } = checkForm(
    payoutTexts(() => latestToday(now)),
    {
      firstName: first_name,
      lastName: last_name,
      phone,
      dateOfBirth: monthDayYear.test(typed) ? typed : '',
    },
  );
  return { ...details, born: parseTypedDate(dateOfBirth) as CalendarDate };
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
