import type { SyntheticEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

type FieldEvent = SyntheticEvent<HTMLInputElement, Event & Partial<InputEvent>>;

/**
 * Returns the handlers of a field that reformats its text while somebody types, but not while a
 * keyboard composes: that would insert the text twice. Browsers send different events at the end of
 * a composition, and a blur may be the only one.
 *
 * @param format is idempotent
 */
export function formattedField(
  { onChange, onBlur }: UseFormRegisterReturn,
  format: (typed: string, event: FieldEvent['nativeEvent']) => string,
) {
  const rewriteAnd = (goOn: typeof onChange) => (event: FieldEvent) => {
    const { nativeEvent, currentTarget } = event;
    const { isComposing, inputType = '' } = nativeEvent;
    const isOfComposition = isComposing || /CompositionText$/.test(inputType);
    if (!isOfComposition) formatAsTyped(currentTarget, (typed) => format(typed, nativeEvent));
    void goOn(event);
  };
  const change = rewriteAnd(onChange);
  return { onChange: change, onCompositionEnd: change, onBlur: rewriteAnd(onBlur) };
}

/** Reformats an input's text. The caret stays behind the text that was before it. */
export function formatAsTyped(input: HTMLInputElement, format: (typed: string) => string): void {
  const typed = input.value;
  const formatted = format(typed);
  if (formatted === typed) return;
  const caret = format(typed.slice(0, input.selectionStart ?? typed.length)).length;
  input.value = formatted;
  input.setSelectionRange(caret, caret);
}
