import type { SyntheticEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

type FieldEvent = SyntheticEvent<HTMLInputElement, Event & Partial<InputEvent>>;

/**
 * Returns the handlers of a field whose text is rewritten while somebody types in it, but not while a keyboard composes
 * it: that would insert the text again. Browsers differ in what they say after its end, and a blur may be all.
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

/** Rewrites the text of an input. The caret stays behind what the text before it has turned into. */
export function formatAsTyped(input: HTMLInputElement, format: (typed: string) => string): void {
  const typed = input.value;
  const formatted = format(typed);
  if (formatted === typed) return;
  const caret = format(typed.slice(0, input.selectionStart ?? typed.length)).length;
  input.value = formatted;
  input.setSelectionRange(caret, caret);
}
