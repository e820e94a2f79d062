import type { ComponentProps } from 'react';
import { Box, Button, VisuallyHidden } from 'shared-runtime/ui';
import { Field, Input } from 'shared-runtime/ui-controls';
import { FieldErrors } from '../forms/FieldErrors.tsx';

interface PasswordFieldProps extends ComponentProps<typeof Input> {
  label: string;
  hint?: string;
  errors: string[];
  shown: boolean;
  onShownChange: (shown: boolean) => void;
}

/** A password, hidden until somebody wants to see it. */
export function PasswordField({
  label,
  hint,
  errors,
  shown,
  onShownChange,
  ...input
}: PasswordFieldProps) {
  return (
    <Field.Root invalid={errors.length > 0}>
      <Field.Label>{label}</Field.Label>
      <Box position="relative" w="full">
        <Input {...input} type={shown ? 'text' : 'password'} pe="5.5rem" />
        <Button
          variant="plain"
          size="sm"
          position="absolute"
          insetEnd="1"
          insetBlock="1"
          color="violet.700"
          borderRadius="8px"
          _hover={{ bg: 'mist' }}
          aria-pressed={shown}
          onClick={() => onShownChange(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
          <VisuallyHidden> {label}</VisuallyHidden>
        </Button>
      </Box>
      {hint && <Field.HelperText>{hint}</Field.HelperText>}
      <FieldErrors errors={errors} />
    </Field.Root>
  );
}
