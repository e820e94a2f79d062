import { Input } from '@kargo/shared-runtime/ui-controls';
import type { ComponentProps } from 'react';
import { type FieldProps, FormField } from './FormField.tsx';

export function TextField({
  label,
  hint,
  errors,
  aside,
  ...input
}: FieldProps & ComponentProps<typeof Input>) {
  return (
    <FormField label={label} hint={hint} errors={errors} aside={aside}>
      <Input {...input} />
    </FormField>
  );
}
