import { yupResolver } from '@hookform/resolvers/yup';
import { localDay } from '@kargo/shared-types/forms/calendar-date';
import { hasImageExtension, maxUploadBytes } from '@kargo/shared-types/forms/limits';
import { documentSentences, payoutTexts } from '@kargo/shared-types/forms/payout-form';
import type { Resolver } from 'react-hook-form';
import { type InferType, mixed, type TestContext } from 'yup';
import { type Content, contentHint, contentOf } from '../forms/picture-file.ts';

/** Rules of the payout form (spec section 5); those of a document's content take `content` from the context. */
export const payoutSchema = payoutTexts(localDay).shape({
  document: mixed<File>()
    .required(documentSentences.missing)
    .test(
      'format',
      documentSentences.format,
      (file, context) =>
        !file || (hasImageExtension(file) && (isChanged(context) || !hintIn(context))),
    )
    .test('size', documentSentences.size, (file) => !file || file.size <= maxUploadBytes)
    .test('content', (_file, context) => {
      const message = hintIn(context);
      return message === undefined || context.createError({ message });
    }),
});

type Context = TestContext<{ content?: Content }>;

const hintIn = ({ options }: Context) => contentHint(options.context?.content);
const isChanged = ({ options }: Context) => options.context?.content === 'changed';

export type PayoutValues = InferType<typeof payoutSchema>;

const checkByRules = yupResolver(payoutSchema);

export const payoutResolver: Resolver<PayoutValues> = async (values, _context, options) => {
  const content = values.document && (await contentOf(values.document));
  return checkByRules(values, { content }, options);
};
