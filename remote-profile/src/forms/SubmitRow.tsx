import { Check } from 'lucide-react';
import type { Ref } from 'react';
import { Button, chakra, Flex, Icon } from 'shared-runtime/ui';

interface SubmitRowProps {
  ref: Ref<HTMLButtonElement>;
  label: string;
  busyLabel: string;
  busy: boolean;
  /** What stays beside the button once it is done; null before that. */
  done?: string | null;
}

/** The button that sends a form. It keeps its focus while busy, but does nothing then. */
export function SubmitRow({ ref, label, busyLabel, busy, done }: SubmitRowProps) {
  return (
    <Flex align="center" gap="4" wrap="wrap" mt="8">
      <Button
        ref={ref}
        type="submit"
        aria-disabled={busy}
        onClick={(event) => busy && event.preventDefault()}
      >
        {busy ? busyLabel : label}
      </Button>
      {done && (
        <chakra.span
          display="inline-flex"
          alignItems="center"
          gap="2"
          color="success"
          fontWeight={600}
        >
          <Icon asChild boxSize="5">
            <Check aria-hidden strokeWidth={2} />
          </Icon>
          {done}
        </chakra.span>
      )}
    </Flex>
  );
}
