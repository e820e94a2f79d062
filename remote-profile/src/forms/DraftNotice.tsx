import { css } from '@kargo/shared-runtime/styles';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { Info } from 'lucide-react';
import { useEffect } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import type { FormDraft } from './useDraft.ts';

interface DraftNoticeProps<Values extends FieldValues> {
  draft: FormDraft<Values>;
  file: File | null;
  /** Follows the sentence that texts were kept: they may look as if they had arrived. */
  notYet: string;
}

/** Keeps what is in a form, and tells a driver who is back what was kept. */
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
    <div
      className={css({
        display: 'flex',
        gap: '3',
        mt: '6',
        p: '4',
        borderRadius: 'input',
        bg: 'info.surface',
        color: 'info',
        outline: '1px solid transparent',
        overflowWrap: 'anywhere',
      })}
      role="status"
    >
      <LineIcon of={Info} className={css({ boxSize: '1.5rem' })} />
      <span>
        {hasKeptTexts && <span>{`We kept what you typed. ${notYet} `}</span>}
        {chooseAgain && <span>{chooseAgain}</span>}
      </span>
    </div>
  );
}
