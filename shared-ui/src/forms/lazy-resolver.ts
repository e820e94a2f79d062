import { loadNow } from '@kargo/shared-runtime/layout';
import type { FieldValues, Resolver } from 'react-hook-form';

let isButtonPressed = false;

// Pages are rendered in Node too.
if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', ({ target }) => {
    isButtonPressed = target instanceof Element && target.closest('button') !== null;
  });
  // A press may end outside the window, unnoticed. The keyboard must not wait for that.
  for (const end of ['pointerup', 'pointercancel', 'keydown'])
    document.addEventListener(end, () => {
      isButtonPressed = false;
    });
}

/**
 * The check of a form, which loads when somebody enters a field or sends the form. If it does not
 * load, the form is sent unchecked: the API checks it again.
 *
 * @param load imports the module whose default export is the resolver; call this outside components
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
    // A new sentence would move the button from under the pointer. The click comes first.
    while (isButtonPressed) await new Promise(requestAnimationFrame);
    return outcome;
  };
}
