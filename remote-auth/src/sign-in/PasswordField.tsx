import type { ComponentProps, ReactNode } from 'react';
import { Box, Button, VisuallyHidden } from 'shared-runtime/ui';
import { Input } from 'shared-runtime/ui-controls';
import { FormField } from '../forms/FormField.tsx';

interface PasswordFieldProps extends ComponentProps<typeof Input> {
  error: string | undefined;
  isShown: boolean;
  onToggle: () => void;
  aside: ReactNode;
}

/** The password, which can be looked at while it is being typed. */
export function PasswordField({ error, isShown, onToggle, aside, ...input }: PasswordFieldProps) {
  return (
    <FormField label="Password" error={error} aside={aside}>
      <Box position="relative">
        <Input
          {...input}
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          pe="5.5rem"
        />
        <Button
          type="button"
          variant="plain"
          size="sm"
          position="absolute"
          insetEnd="1"
          insetBlock="1"
          color="violet.700"
          borderRadius="8px"
          _hover={{ bg: 'mist' }}
          aria-pressed={isShown}
          onClick={onToggle}
        >
          {isShown ? 'Hide' : 'Show'}
          <VisuallyHidden> password</VisuallyHidden>
        </Button>
      </Box>
    </FormField>
  );
}
