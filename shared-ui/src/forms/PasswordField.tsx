import { Box, Button, VisuallyHidden } from '@kargo/shared-runtime/ui';
import { Input } from '@kargo/shared-runtime/ui-controls';
import type { ComponentProps } from 'react';
import { type FieldProps, FormField } from './FormField.tsx';

interface PasswordFieldProps extends FieldProps, ComponentProps<typeof Input> {
  /** Name of the field for the button that shows the password. */
  spokenLabel?: string;
  isShown: boolean;
  onShownChange: (isShown: boolean) => void;
}

export function PasswordField({
  label,
  spokenLabel = label,
  hint,
  errors,
  aside,
  isShown,
  onShownChange,
  ...input
}: PasswordFieldProps) {
  return (
    <FormField label={label} hint={hint} errors={errors} aside={aside}>
      <Box position="relative" w="full">
        <Input
          {...input}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          pe="5.5rem"
        />
        <Button
          variant="plain"
          size="sm"
          position="absolute"
          insetEnd="1"
          insetBlock="1"
          color="violet.700"
          borderRadius="8px"
          _hover={{ bg: 'mist' }}
          aria-pressed={isShown}
          onClick={() => onShownChange(!isShown)}
        >
          <span>{isShown ? 'Hide' : 'Show'}</span>
          <VisuallyHidden>{` ${spokenLabel}`}</VisuallyHidden>
        </Button>
      </Box>
    </FormField>
  );
}
