import type { FieldError, FieldValues, Path, UseFormReturn } from 'react-hook-form';

/**
 * Returns the props that a text field gets from its form. It is checked when the form is sent, when
 * it is left with something in it and, once it is invalid, at every change.
 */
export function checkedField<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  name: Path<Values>,
) {
  const { error } = form.getFieldState(name, form.formState);
  const registration = form.register(name, {
    onBlur: ({ target }) => {
      if (target.value !== '') void form.trigger(name);
    },
    onChange: () => {
      if (error) void form.trigger(name);
    },
  });
  return { ...registration, errors: errorMessages(error) };
}

/** Returns the errors of a field: one sentence, or all in a form with `criteriaMode: 'all'`. */
export function errorMessages(error: FieldError | undefined): string[] {
  if (!error) return [];
  const messages = Object.values(error.types ?? {}).flat();
  const sentences = messages.filter((message) => typeof message === 'string');
  return sentences.length > 0 ? sentences : [error.message ?? ''];
}
