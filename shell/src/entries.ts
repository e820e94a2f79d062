type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

let held: Field[] = [];
let focused: EventTarget | null = null;

/**
 * Call this before React may redraw the page's fields, which it does when something else, such as a
 * translator or a password manager, has changed the page.
 */
export function holdEntries(): void {
  held = fieldsOfPage();
  focused = document.activeElement;
  document.addEventListener('focusin', noteFocus);
  document.addEventListener('focusout', noteNoFocus);
}

/** Copies the values of fields that are gone into the fields that replaced them. */
export function putBackEntries(): void {
  const fields = held;
  held = [];
  document.removeEventListener('focusin', noteFocus);
  document.removeEventListener('focusout', noteNoFocus);
  const now = fieldsOfPage();
  for (const field of fields.filter(({ isConnected }) => !isConnected)) {
    const successor = now.filter(isLike(field))[fields.filter(isLike(field)).indexOf(field)];
    if (successor) putBack(field, successor);
  }
}

function fieldsOfPage(): Field[] {
  const fields = document.querySelectorAll<Field>('#root :is(input, textarea, select)');
  // Scripts cannot set files, and nobody types into read-only fields.
  return [...fields].filter(
    (field) =>
      field.type !== 'file' &&
      !field.matches(':read-only:not(select, [type=radio], [type=checkbox])'),
  );
}

const isLike = (field: Field) => (other: Field) =>
  other.name === field.name && other.localName === field.localName && isSameChoice(field, other);

/** Radio buttons of one group differ by their values; other values are typed. */
const isSameChoice = (field: Field, other: Field) =>
  field.type !== 'radio' || field.value === other.value;

function putBack(field: Field, successor: Field): void {
  if ('checked' in field && 'checked' in successor) {
    if (field.checked !== successor.checked) successor.click();
  }
  if (field.value !== successor.value) enter(successor, field.value);
  if (field !== focused || document.activeElement !== document.body) return;
  successor.focus({ preventScroll: true });
  // Null for fields that have no selection.
  if ('selectionStart' in field && 'selectionStart' in successor && field.selectionStart !== null) {
    successor.setSelectionRange(
      field.selectionStart,
      field.selectionEnd,
      field.selectionDirection ?? undefined,
    );
  }
}

/** As if it was typed. React ignores a value that is set by the element's own setter. */
function enter(field: Field, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

function noteFocus({ target }: Event): void {
  focused = target;
}

/** The focus may also be gone because its field was removed. */
function noteNoFocus({ target }: Event): void {
  queueMicrotask(() => {
    if (target instanceof Node && target.isConnected && target === focused) focused = null;
  });
}
