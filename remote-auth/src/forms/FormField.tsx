import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Flex, Icon, VisuallyHidden } from 'shared-runtime/ui';
import { Field } from 'shared-runtime/ui-controls';

interface FormFieldProps {
  label: string;
  error: string | undefined;
  /** The input. */
  children: ReactNode;
  /** Stands at the end of the line under the input. */
  aside?: ReactNode;
}

/**
 * A labelled input with its error. The error's line is kept free, so that nothing moves away from
 * under the pointer when it appears.
 */
export function FormField({ label, error, children, aside }: FormFieldProps) {
  return (
    <Field.Root invalid={error !== undefined} mb="4">
      <Field.Label>{label}</Field.Label>
      {children}
      <Flex minH="1.5rem" justify="space-between" align="flex-start" gap="4">
        {/* Not Field.ErrorText: aria-errormessage ties it to the input, which few readers read. */}
        <Field.HelperText aria-live="polite" color="danger" lineHeight="1.5rem">
          {error !== undefined && (
            <Flex as="span" gap="2">
              <Icon asChild boxSize="1.125rem" mt="0.15em" flexShrink={0}>
                <CircleAlert aria-hidden strokeWidth={1.75} />
              </Icon>
              <span>
                <VisuallyHidden>Error: </VisuallyHidden>
                <span>{error}</span>
              </span>
            </Flex>
          )}
        </Field.HelperText>
        {aside}
      </Flex>
    </Field.Root>
  );
}
