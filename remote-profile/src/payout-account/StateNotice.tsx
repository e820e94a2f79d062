import { Box, chakra, Flex, Heading, Text } from '@kargo/shared-runtime/ui';
import type { Profile } from '@kargo/shared-types/api/driver';
import { payoutState } from '@kargo/shared-types/api/payout-state';
import type { Elements } from '@kargo/shared-ui/elements';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import type { Ref } from 'react';
import { stateLooks } from './state-looks.ts';

/** Properties of what is shown in one of the four states. */
export interface StateProps {
  profile: Profile;
  /** The heading takes the focus when the state changes. */
  headingRef: Ref<HTMLHeadingElement>;
}

interface StateNoticeProps extends StateProps {
  title: string;
  children: Elements;
}

/** A state of the payout account that asks for no more than a button, and how to know our mails. */
export function StateNotice({ profile, headingRef, title, children }: StateNoticeProps) {
  const { icon, surface, color } = stateLooks[payoutState(profile)];
  return (
    <Flex
      gap="4"
      direction={{ base: 'column', sm: 'row' }}
      mt="8"
      p={{ base: '4', md: '6' }}
      bg={surface}
      borderRadius="button"
      outline="1px solid transparent"
    >
      <LineIcon of={icon} boxSize="2rem" color={color} />
      <Box minW="0">
        <Heading
          as="h3"
          ref={headingRef}
          tabIndex={-1}
          textStyle="title"
          // With the focus here the whole card is in view, its stepper too.
          scrollMarginTop="min(16rem, 50vh)"
        >
          {title}
        </Heading>
        {children}
        <OurMails profile={profile} />
      </Box>
    </Flex>
  );
}

/** How a driver tells our mails from those of somebody who pretends to be us. */
function OurMails({ profile: { mails_from, masked_email } }: { profile: Profile }) {
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
        {/* Node, which collects the styles of a page, has no location. */}
        Their links begin with <Address>{`${globalThis.location?.origin}/`}</Address>
      </span>
    </Text>
  );
}

/** Broken only where it is longer than a line. */
const Address = chakra('span', {
  base: { display: 'inline-block', maxW: 'full', overflowWrap: 'anywhere' },
});
