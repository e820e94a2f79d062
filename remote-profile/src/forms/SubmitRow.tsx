import { Check } from 'lucide-react';
import type { Ref } from 'react';
import { Button, chakra, Flex, Icon, Text } from 'shared-runtime/ui';

/** How the sending of a form goes. */
export type Sending =
  | { state: 'idle' }
  | { state: 'sending' }
  | { state: 'done' }
  | { state: 'failed'; error: unknown };

interface SubmitRowProps {
  ref: Ref<HTMLButtonElement>;
  label: string;
  sending: Sending;
  /** What stays beside the button once it is done. */
  doneNote?: string;
}

/** The button that sends a form, and how that goes. It keeps the focus while it does nothing. */
export function SubmitRow({ ref, label, sending, doneNote }: SubmitRowProps) {
  const busy = sending.state === 'sending';
  return (
    <Flex align="center" gap="4" wrap="wrap" mt="8">
      <Button
        ref={ref}
        type="submit"
        aria-disabled={busy}
        onClick={(event) => busy && event.preventDefault()}
      >
        {label}
      </Button>
      {busy && <Text color="ink.600">Sending…</Text>}
      {sending.state === 'done' && doneNote && (
        <chakra.span
          display="inline-flex"
          alignItems="center"
          gap="2"
          color="success"
          fontWeight={600}
        >
          <Icon asChild boxSize="1.25rem">
            <Check aria-hidden strokeWidth={2} />
          </Icon>
          {doneNote}
        </chakra.span>
      )}
    </Flex>
  );
}
