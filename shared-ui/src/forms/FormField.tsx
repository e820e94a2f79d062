import { Box, Flex, VisuallyHidden } from '@kargo/shared-runtime/ui';
import { Field } from '@kargo/shared-runtime/ui-controls';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Elements } from '../elements.ts';
import { LineIcon } from '../LineIcon.tsx';

export interface FieldProps {
  label: string;
  hint?: ReactNode;
  errors: string[];
  /**
   * Stands at the end of a line under the input that is kept free for the error, so that nothing
   * moves away from under the pointer when it appears; null keeps the line without it.
   */
  aside?: Elements;
}

interface FormFieldProps extends FieldProps {
  children: Elements;
}

/** A labelled input with its hint, and what is wrong with it, announced and tied to it. */
export function FormField({ label, hint, errors, aside, children }: FormFieldProps) {
  const isWrong = errors.length > 0;
  return (
    <Field.Root invalid={isWrong} mb={aside === undefined ? undefined : '4'}>
      <Field.Label>{label}</Field.Label>
      {children}
      {hint && <Field.HelperText>{hint}</Field.HelperText>}
      {aside === undefined ? (
        <Field.ErrorText>
          <Errors errors={errors} />
        </Field.ErrorText>
      ) : (
        <Flex minH="1.5rem" justify="space-between" align="flex-start" gap="4">
          {/* Not Field.ErrorText: what is announced has to stand there before it is filled. */}
          <Field.HelperText
            aria-live="polite"
            display="flex"
            gap="2"
            color="danger"
            lineHeight="1.5rem"
          >
            {isWrong && <Errors errors={errors} />}
          </Field.HelperText>
          {aside}
        </Flex>
      )}
    </Field.Root>
  );
}

function Errors({ errors }: { errors: string[] }) {
  const box = useRef<HTMLSpanElement>(null);
  const text = errors.join();
  useEffect(() => {
    if (text) showWithFocus(box.current);
  }, [text]);
  return (
    <>
      <LineIcon of={CircleAlert} boxSize="1.125rem" mt="0.15em" />
      <Box as="span" ref={box}>
        {errors.map((error) => (
          <Box as="span" display="block" key={error}>
            <VisuallyHidden>Error: </VisuallyHidden>
            <span>{error}</span>
          </Box>
        ))}
      </Box>
    </>
  );
}

/** Scrolls the error of the field that has the focus into view, but not the field out of it. */
function showWithFocus(errors: HTMLElement | null): void {
  const { activeElement } = document;
  if (!errors?.closest('[role=group]')?.contains(activeElement)) return;
  errors.scrollIntoView({ block: 'nearest' });
  activeElement?.scrollIntoView({ block: 'nearest' });
}
