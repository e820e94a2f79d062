import { loadNow } from '@kargo/shared-runtime/layout';
import type { FieldValues, Resolver } from 'react-hook-form';

let isButtonPressed = false;

// Pages are rendered in Node too.
if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', ({ target }) => {
    isButtonPressed = target instanceof Element && target.closest('button') !== null;
  });
  // The end of a press outside of the window may stay unheard. The keyboard must not wait for it.
  for (const end of ['pointerup', 'pointercancel', 'keydown'])
    document.addEventListener(end, () => {
      isButtonPressed = false;
    });
}

/**
 * The check of a form, loaded as soon as somebody goes into a field, or sends the form. If it does not load,
 * the form is sent unchecked: the API checks it again.
 *
 * @param load imports the module with the form's schema, whose default is its resolver; call this function outside of
 * components
 */
export function lazyResolver<Values extends FieldValues>(
  load: () => Promise<{ default: Resolver<Values> }>,
): Resolver<Values> {
  if (typeof document !== 'undefined') {
    document.addEventListener('focusin', ({ target }) => {
      // A failure is reported when the form is checked.
      if (target instanceof HTMLInputElement) void load().catch(() => undefined);
    });
  }
  return async (values, ...rest) => {
    const module = await loadNow(load).catch((error) => {
      console.error('The form cannot be checked:', error);
    });
    const outcome = module ? await module.default(values, ...rest) : { values, errors: {} };
    // A sentence that appears would move a button from under the pointer. The click comes before the next frame.
    while (isButtonPressed) await new Promise(requestAnimationFrame);
    return outcome;
  };
}
