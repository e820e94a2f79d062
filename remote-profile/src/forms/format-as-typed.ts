/**
 * Rewrites the text of an input while somebody types in it. The caret stays behind what the text before it has
 * turned into.
 */
export function formatAsTyped(input: HTMLInputElement, format: (typed: string) => string): void {
  const typed = input.value;
  const formatted = format(typed);
  if (formatted === typed) return;
  const caret = format(typed.slice(0, input.selectionStart ?? typed.length)).length;
  input.value = formatted;
  input.setSelectionRange(caret, caret);
}
