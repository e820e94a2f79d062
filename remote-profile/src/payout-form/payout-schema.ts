import { isAfter, latestDateOfBirth, localDay } from 'shared-types/calendar-date';
import { hasImageExtension, maxUploadBytes, payoutPhonePattern } from 'shared-types/limits';
import { maxPayoutNameLength } from 'shared-types/names';
import { type InferType, mixed, object, string } from 'yup';
import { parseTypedDate } from '../date-of-birth/typed-date.ts';
import { nameRules } from '../forms/name-rules.ts';

/** Rules of the payout form (spec section 5). What is missing is not also called wrong. */
export const payoutSchema = object({
  firstName: nameRules('First Name', maxPayoutNameLength),
  lastName: nameRules('Last Name', maxPayoutNameLength),
  phone: string().trim().required('Phone number is required').matches(payoutPhonePattern, {
    message: 'Phone number must start with +1 and be followed by 10 digits (e.g., +1 1234567890)',
    excludeEmptyString: true,
  }),
  dateOfBirth: string()
    .defined()
    // A day that no calendar has is no date.
    .test('date', 'Date of Birth is required', (typed) => parseTypedDate(typed) !== null)
    .test('age', 'You must be at least 18 years old', isOldEnough),
  document: mixed<File>()
    .required('Document is required')
    .test('format', 'Allowed formats: JPG, JPEG, PNG', (file) => !file || hasImageExtension(file))
    .test('size', 'Max file size is 2MB', (file) => !file || file.size <= maxUploadBytes),
});

export type PayoutValues = InferType<typeof payoutSchema>;

function isOldEnough(typed: string): boolean {
  const date = parseTypedDate(typed);
  return date === null || !isAfter(date, latestDateOfBirth(localDay()));
}
