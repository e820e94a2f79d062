import { Input as ChakraInput, useFieldContext } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

/**
 * A text input. In a field that is wrong it is described by the error as well as by the hint:
 * Chakra ties the error to it by `aria-errormessage` alone, which few screen readers read out.
 */
export function Input(props: ComponentProps<typeof ChakraInput>) {
  // Undefined outside of a field, which its type does not say.
  const field: ReturnType<typeof useFieldContext> | undefined = useFieldContext();
  const descriptions = [field?.ariaDescribedby, field?.invalid && field.ids.errorText];
  return (
    <ChakraInput
      aria-describedby={descriptions.filter(Boolean).join(' ') || undefined}
      {...props}
    />
  );
}
