import { InfoNotice } from '@kargo/shared-ui/InfoNotice';
import { useEffect } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import type { FormDraft } from './useDraft.ts';

interface DraftNoticeProps<Values extends FieldValues> {
  draft: FormDraft<Values>;
  file: File | null;
  /** Follows the sentence that texts were kept, which may look as if they had been sent. */
  notYet: string;
}

/** Keeps a form's entries, and tells returning drivers what was kept. */
export function DraftNotice<Values extends FieldValues>({
  draft,
  file,
  notYet,
}: DraftNoticeProps<Values>) {
  const values = useWatch({ control: draft.form.control });
  useEffect(() => draft.keep(values, file));
  const { hasKeptTexts, chooseAgain } = draft;
  if (!hasKeptTexts && !chooseAgain) return null;
  return (
    <InfoNotice>
      <span>
        {hasKeptTexts && <span>{`We kept what you typed. ${notYet} `}</span>}
        {chooseAgain && <span>{chooseAgain}</span>}
      </span>
    </InfoNotice>
  );
}
