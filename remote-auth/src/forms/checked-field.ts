import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/**
 * What a text field needs of its form. It is judged when the form is sent, or when it is left with
 * something in it; once it is wrong, it is judged with every change.
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
  return { ...registration, error: error?.message };
}
