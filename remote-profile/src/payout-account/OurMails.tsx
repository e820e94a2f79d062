import { chakra, Text } from '@kargo/shared-runtime/ui';
import type { Profile } from '@kargo/shared-types/api/driver';

/** How a driver tells our mails from those of somebody who pretends to be us. */
export function OurMails({ profile: { mails_from, masked_email } }: { profile: Profile }) {
  return (
    <Text textStyle="small" color="ink.600" mt="4" data-testid="our-mails">
      {mails_from && (
        <>
          <span>
            Our mails come from <Address>{mails_from}</Address>
          </span>
          {masked_email && (
            <span>
              {' '}
              and go to <Address>{masked_email}</Address>
            </span>
          )}
          <span>. </span>
        </>
      )}
      <span>
        Their links begin with <Address>{`${window.location.origin}/`}</Address>
      </span>
    </Text>
  );
}

/** Broken only where it is longer than a line. */
const Address = chakra('span', {
  base: { display: 'inline-block', maxW: 'full', overflowWrap: 'anywhere' },
});
