import { Info } from 'lucide-react';
import { useSessionNotice } from 'shared-runtime/session';
import { Flex } from 'shared-runtime/ui';
import { LineIcon } from 'shared-ui/LineIcon';

/** Says that the session has expired, but not that the profile could not be loaded (spec section 8). */
export function SessionNotice() {
  if (useSessionNotice() !== 'expired') return null;
  return (
    <Flex
      role="status"
      gap="3"
      mt="6"
      p="4"
      borderRadius="input"
      bg="info.surface"
      color="info"
      outline="1px solid transparent"
    >
      <LineIcon of={Info} boxSize="1.5rem" mt="0.2em" />
      Your session has expired. Please log in again.
    </Flex>
  );
}
