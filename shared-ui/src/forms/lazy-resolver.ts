import type { FieldValues, Resolver } from 'react-hook-form';
import { untilReleased } from './until-released.ts';

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
  // Pages are rendered in Node too.
  if (typeof document !== 'undefined') {
    document.addEventListener('focusin', ({ target }) => {
      // A failure is reported when the form is checked.
      if (target instanceof HTMLInputElement) void load().catch(() => undefined);
    });
  }
  return async (values, ...rest) => {
    const module = await load().catch((error) => {
      console.error('The form cannot be checked:', error);
    });
    const outcome = module ? await module.default(values, ...rest) : { values, errors: {} };
    // A sentence that appears moves what is below it.
    await untilReleased();
    return outcome;
  };
}
