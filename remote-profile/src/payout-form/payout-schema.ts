import { yupResolver } from '@hookform/resolvers/yup';
import { localDay } from '@kargo/shared-types/forms/calendar-date';
import { hasImageExtension, maxUploadBytes } from '@kargo/shared-types/forms/limits';
import { documentSentences, payoutTexts } from '@kargo/shared-types/forms/payout-form';
import { type InferType, mixed } from 'yup';

/** Rules of the payout form (spec section 5). */
export const payoutSchema = payoutTexts(localDay).shape({
  document: mixed<File>()
    .required(documentSentences.missing)
    .test('format', documentSentences.format, (file) => !file || hasImageExtension(file))
    .test('size', documentSentences.size, (file) => !file || file.size <= maxUploadBytes),
});

export type PayoutValues = InferType<typeof payoutSchema>;

export const payoutResolver = yupResolver(payoutSchema);
