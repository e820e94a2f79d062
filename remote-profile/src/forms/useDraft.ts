import { type Draft, holdDraft, keepDraft, readDraft } from '@kargo/shared-runtime/session-actions';
import { useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';

/** By field name. Only texts are part of a draft. */
type Entries = Record<string, unknown>;

const nothing: Draft = { texts: {}, fileName: null };

export type FormDraft<Values extends FieldValues> = ReturnType<typeof useDraft<Values>>;

/**
 * A form that begins with what was typed into it before, and keeps its entries until it is sent.
 * Entries that equal the API's are not a draft.
 *
 * @param driver the `id` of the profile
 * @param untouched the texts of the form before anybody types
 */
export function useDraft<Values extends FieldValues>(
  driver: string | undefined,
  name: 'profile' | 'payout',
  resolver: Resolver<Values>,
  untouched: DefaultValues<Values> & Record<string, string>,
) {
  const [before, setBefore] = useState(() => {
    const draft = readDraft(driver, name) ?? nothing;
    return { ...draft, texts: changedTexts(draft.texts, untouched) };
  });
  const [known, setKnown] = useState<{ values: Entries; file: File | null }>({
    values: untouched,
    file: null,
  });
  useEffect(() => holdDraft(name), [name]);
  const defaultValues = { ...untouched, ...before.texts };
  const form = useForm<Values>({ resolver, criteriaMode: 'all', defaultValues });
  useSavedValues(form, untouched);

  return {
    form,
    /** Whether the form began with texts that were typed before. */
    hasKeptTexts: Object.keys(before.texts).length > 0,
    /** Asks for a file that was chosen before, or null: files are not kept. */
    chooseAgain: before.fileName && `Choose ${before.fileName} again.`,
    /** Call this with the current entries whenever they change. */
    keep(values: Entries, file: File | null) {
      const isNewFile = file !== null && file !== known.file;
      if (isNewFile && before.fileName) setBefore({ ...before, fileName: null });
      const texts = changedTexts(changedTexts(values, known.values), untouched);
      const fileName = isNewFile ? file.name : before.fileName;
      const isDraft = fileName !== null || Object.keys(texts).length > 0;
      keepDraft(driver, name, isDraft ? { texts, fileName } : null);
    },
    /** Call this when these entries have been sent. */
    sent(values: Entries, file: File | null) {
      setBefore(nothing);
      setKnown({ values, file });
      keepDraft(driver, name, null);
    },
  };
}

interface Fields {
  getValues(field: string): unknown;
  setValue(field: string, value: string): void;
}

/** Updates fields that another form, tab or device has saved, unless they were changed here. */
function useSavedValues(form: Fields, saved: Record<string, string>): void {
  const before = useRef(saved);
  useEffect(() => {
    for (const field in saved) {
      const [old, text = ''] = [before.current[field], saved[field]];
      if (text !== old && form.getValues(field) === old) form.setValue(field, text);
    }
    before.current = saved;
  });
}

/** Returns the texts that differ from those in `from`, which may lack fields of another release. */
export function changedTexts(values: Entries, from: Entries): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [field, unchanged] of Object.entries(from)) {
    const text = values[field];
    if (typeof text === 'string' && text !== unchanged) texts[field] = text;
  }
  return texts;
}
