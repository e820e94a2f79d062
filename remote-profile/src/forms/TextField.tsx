import type { ComponentProps } from 'react';
import { Field, Input } from 'shared-runtime/ui-controls';
import { FieldErrors } from './FieldErrors.tsx';

interface TextFieldProps extends ComponentProps<typeof Input> {
  label: string;
  hint?: string;
  errors: string[];
}

/** A labelled line of text with its hint and whatever is wrong with it. */
export function TextField({ label, hint, errors, ...input }: TextFieldProps) {
  return (
    <Field.Root invalid={errors.length > 0}>
      <Field.Label>{label}</Field.Label>
      <Input {...input} />
      {hint && <Field.HelperText>{hint}</Field.HelperText>}
      <FieldErrors errors={errors} />
    </Field.Root>
  );
}
