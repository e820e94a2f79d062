import { yupResolver } from '@hookform/resolvers/yup';
import { localDay } from '@kargo/shared-types/forms/calendar-date';
import { hasImageExtension, maxUploadBytes } from '@kargo/shared-types/forms/limits';
import { payoutProblems } from '@kargo/shared-types/forms/payout-form';
import { checkForm } from '@kargo/shared-ui/forms/check-form';
import { type InferType, mixed, object, string } from 'yup';
import { parseTypedDate } from '../date-of-birth/typed-date.ts';

const nameSentences = (label: string) => ({
  required: `${label} is required`,
  too_long: `${label} must not exceed 100 characters`,
  control_characters: `${label} must not contain control characters`,
});

/** Rules of the payout form (spec section 5). What is missing is not also called wrong. */
export const payoutSchema = object({
  firstName: string().trim().defined(),
  lastName: string().trim().defined(),
  phone: string().trim().defined(),
  dateOfBirth: string().defined(),
  document: mixed<File>()
    .required('Document is required')
    .test('format', 'Allowed formats: JPG, JPEG, PNG', (file) => !file || hasImageExtension(file))
    .test('size', 'Max file size is 2MB', (file) => !file || file.size <= maxUploadBytes),
}).test(
  checkForm(
    ({ firstName, lastName, phone, dateOfBirth }) =>
      payoutProblems(
        { firstName, lastName, phone, dateOfBirth: parseTypedDate(dateOfBirth) },
        localDay(),
      ),
    {
      firstName: nameSentences('First Name'),
      lastName: nameSentences('Last Name'),
      phone: {
        required: 'Phone number is required',
        invalid:
          'Phone number must start with +1 and be followed by 10 digits (e.g., +1 1234567890)',
      },
      dateOfBirth: {
        required: 'Date of Birth is required',
        too_young: 'You must be at least 18 years old',
      },
    },
  ),
);

export type PayoutValues = InferType<typeof payoutSchema>;

export const payoutResolver = yupResolver(payoutSchema);
