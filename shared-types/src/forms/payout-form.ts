import { object, string } from 'yup';
import { type CalendarDate, isAfter, latestDateOfBirth } from './calendar-date.ts';
import { maxUpload, payoutPhonePattern } from './limits.ts';
import { maxPayoutNameLength, nameRules } from './names.ts';
import { phoneText, withoutExtension } from './phone-rules.ts';
import { parseTypedDate } from './typed-date.ts';

/**
 * Rules of the payout form's texts (spec section 5). A missing entry is reported as missing only.
 *
 * @param today returns the day where the driver is
 */
export const payoutTexts = (today: () => CalendarDate) =>
  object({
    first_name: nameRules('First Name', maxPayoutNameLength),
    last_name: nameRules('Last Name', maxPayoutNameLength),
    phone: phoneText
      .matches(payoutPhonePattern, {
        message:
          'Phone number must start with +1 and be followed by 10 digits (e.g., +1 1234567890)',
        excludeEmptyString: true,
      })
      .test(...withoutExtension),
    /** As MM/DD/YYYY. */
    dateOfBirth: string()
      .default('')
      .test('required', 'Date of Birth is required', (typed) => parseTypedDate(typed) !== null)
      .test('too_young', 'You must be at least 18 years old', (typed) => {
        const date = parseTypedDate(typed);
        return date === null || !isAfter(date, latestDateOfBirth(today()));
      }),
  });

/** What the form and the API say about the identity document. */
export const documentSentences = {
  missing: 'Document is required',
  format: 'Allowed formats: JPG, JPEG, PNG',
  size: `Max file size is ${maxUpload}`,
};
