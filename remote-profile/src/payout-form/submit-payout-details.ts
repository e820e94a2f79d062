import { apiClient } from '@kargo/shared-runtime/api-client';
import { parseTypedDate } from '@kargo/shared-types/forms/typed-date';
import type { PayoutValues } from './payout-schema.ts';

/**
 * Sends what passed the rules of the form.
 *
 * @returns the token that asks for new links
 * @throws ApiError
 */
export async function submitPayoutDetails(values: PayoutValues): Promise<string> {
  const born = parseTypedDate(values.dateOfBirth);
  if (!born) throw new Error(`Not a date: ${values.dateOfBirth}`);
  const { stripe_error_token } = await apiClient.insertPayoutDetails({
    first_name: values.firstName,
    last_name: values.lastName,
    phone: values.phone,
    day: String(born.day),
    month: String(born.month),
    year: String(born.year),
    docs: values.document,
  });
  return stripe_error_token;
}
