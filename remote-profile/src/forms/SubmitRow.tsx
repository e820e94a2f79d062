import { Box, Button, Flex, Text } from '@kargo/shared-runtime/ui';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { Check } from 'lucide-react';
import type { Ref } from 'react';

interface SubmitRowProps {
  ref: Ref<HTMLButtonElement>;
  label: string;
  isSending: boolean;
  /** Shown beside the button once the form is sent. */
  doneNote?: string | false;
}

/** A form's submit button with the result beside it. It keeps the focus while it is busy. */
export function SubmitRow({ ref, label, isSending, doneNote }: SubmitRowProps) {
  return (
    <Flex align="center" gap="4" wrap="wrap" mt="8">
      <Button
        ref={ref}
        type="submit"
        aria-disabled={isSending}
        onClick={(event) => isSending && event.preventDefault()}
      >
        {label}
      </Button>
      <Box role="status">
        {isSending && <Text color="ink.600">Sending…</Text>}
        {doneNote && (
          <Flex as="span" align="center" gap="2" color="success" fontWeight={600}>
            <LineIcon of={Check} boxSize="1.25rem" strokeWidth={2} />
            <span>{doneNote}</span>
          </Flex>
        )}
      </Box>
    </Flex>
  );
}
