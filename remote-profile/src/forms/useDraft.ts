import { type Draft, holdDraft, keepDraft, readDraft } from '@kargo/shared-runtime/session-actions';
import { useEffect, useState } from 'react';

/** By the field's name. Other values than texts are left out of a draft. */
type Entries = Record<string, unknown>;

const nothing: Draft = { texts: {}, fileName: null };

export type FormDraft = ReturnType<typeof useDraft>;

/**
 * Begins a form with what was typed into it before, and keeps what is typed until it is sent. Entries that equal
 * what the API has are no draft.
 *
 * @param driver the `id` of the profile
 * @param untouched the texts of the form before anybody types
 */
export function useDraft<Texts extends Record<string, string>>(
  driver: string | undefined,
  form: 'profile' | 'payout',
  untouched: Texts,
) {
  const [before, setBefore] = useState(() => {
    const draft = readDraft(driver, form) ?? nothing;
    return { ...draft, texts: changedTexts(draft.texts, untouched) };
  });
  const [known, setKnown] = useState<{ values: Entries; file: File | null }>({
    values: untouched,
    file: null,
  });
  useEffect(() => holdDraft(form), [form]);

  return {
    texts: { ...untouched, ...before.texts },
    /** Whether the form began with texts that were typed before. */
    hasKeptTexts: Object.keys(before.texts).length > 0,
    /** Asks for a file that was chosen before, or null: files are not kept. */
    chooseAgain: before.fileName && `Choose ${before.fileName} again.`,
    /** Call this with the present entries whenever they change. */
    keep(values: Entries, file: File | null) {
      const isNewFile = file !== null && file !== known.file;
      if (isNewFile && before.fileName) setBefore({ ...before, fileName: null });
      const texts = changedTexts(changedTexts(values, known.values), untouched);
      const fileName = isNewFile ? file.name : before.fileName;
      const isDraft = fileName !== null || Object.keys(texts).length > 0;
      keepDraft(driver, form, isDraft ? { texts, fileName } : null);
    },
    /** Call this when these entries have been sent. */
    sent(values: Entries, file: File | null) {
      setBefore(nothing);
      setKnown({ values, file });
      keepDraft(driver, form, null);
    },
  };
}

/** The texts of the fields in `from` that are not the same there: another release may have kept other fields. */
export function changedTexts(values: Entries, from: Entries): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [field, unchanged] of Object.entries(from)) {
    const text = values[field];
    if (typeof text === 'string' && text !== unchanged) texts[field] = text;
  }
  return texts;
}
