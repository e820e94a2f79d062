import type { ComponentProps } from 'react';
import { type FieldProps, FormField, Input } from './FormField.tsx';

type TextFieldProps = FieldProps & ComponentProps<typeof Input>;

export function TextField({ label, hint, errors, aside, ...input }: TextFieldProps) {
  return (
    <FormField label={label} hint={hint} errors={errors} aside={aside}>
      <Input {...input} />
    </FormField>
  );
}
