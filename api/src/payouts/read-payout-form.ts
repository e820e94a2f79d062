import type { PayoutFields } from '@kargo/shared-types/api/payout';
import type { FastifyRequest } from 'fastify';
import { readUploadForm } from '../uploads/read-upload-form.ts';
import { checkIdentityDocument } from './check-identity-document.ts';
import { checkPayoutDetails } from './check-payout-details.ts';

const form = {
  texts: ['first_name', 'last_name', 'phone', 'day', 'month', 'year'],
  file: 'docs',
} as const;

export type PayoutApplication = Awaited<ReturnType<typeof readPayoutForm>>;

/**
 * Reads call 7, a multipart body. The document is kept in memory only, 2 MB at most.
 *
 * @throws {ApiError} with the sentence of the first broken rule.
 */
export async function readPayoutForm(request: FastifyRequest, driverId: string) {
  // The fields of the schema, so that releases are compared with what is read here.
  const { texts, file } = await readUploadForm<keyof PayoutFields>(request, form);
  const details = checkPayoutDetails(texts);
  return { details, document: await checkIdentityDocument(file, driverId) };
}
