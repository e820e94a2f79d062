import { Info } from 'lucide-react';
import { useSessionNotice } from 'shared-runtime/session';
import { Flex, Icon } from 'shared-runtime/ui';

/**
 * Says why a person who was at work stands at the login screen. Nothing when the profile could not
 * be loaded: the spec keeps that to itself (section 8).
 */
export function SessionNotice() {
  if (useSessionNotice() !== 'expired') return null;
  return (
    <Flex role="status" gap="3" mt="6" p="4" borderRadius="input" bg="info.surface" color="info">
      <Icon asChild boxSize="5" mt="0.2em" flexShrink={0}>
        <Info aria-hidden strokeWidth={1.75} />
      </Icon>
      Your session has expired. Please log in again.
    </Flex>
  );
}
