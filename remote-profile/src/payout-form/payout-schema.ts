import { yupResolver } from '@hookform/resolvers/yup';
import { localDay } from '@kargo/shared-types/forms/calendar-date';
import { hasImageExtension, maxUploadBytes } from '@kargo/shared-types/forms/limits';
import { documentSentences, payoutTexts } from '@kargo/shared-types/forms/payout-form';
import type { Resolver } from 'react-hook-form';
import { type InferType, mixed, type TestContext } from 'yup';
import { changedHint, examine } from '../forms/picture-file.ts';
import { formatPayoutPhone } from './format-payout-phone.ts';

/** Rules of the payout form (spec section 5); the context has the hint about the document. */
export const payoutSchema = payoutTexts(localDay).shape({
  document: mixed<File>()
    .required(documentSentences.missing)
    .test('format', documentSentences.format, (file, { options: { context } }: Context) => {
      const isOther = context?.hint && context.hint !== changedHint;
      return !file || (hasImageExtension(file) && !isOther);
    })
    .test('size', documentSentences.size, (file) => !file || file.size <= maxUploadBytes)
    .test('content', (_file, { options: { context }, createError }: Context) =>
      context?.hint ? createError({ message: context.hint }) : true,
    ),
});

type Context = TestContext<{ hint?: string }>;

export type PayoutValues = InferType<typeof payoutSchema>;

const resolver: Resolver<PayoutValues> = async (values, _context, options) => {
  const hint = values.document && (await examine(values.document)).hint;
  // Enter may send a text that is still being composed.
  const phone = formatPayoutPhone(values.phone);
  return yupResolver(payoutSchema)({ ...values, phone }, { hint }, options);
};

export default resolver;
