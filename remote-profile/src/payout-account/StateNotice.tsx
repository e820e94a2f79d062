import { Box, Flex, Heading } from '@kargo/shared-runtime/ui';
import type { Profile } from '@kargo/shared-types/api/driver';
import { payoutState } from '@kargo/shared-types/api/payout-state';
import type { Elements } from '@kargo/shared-ui/elements';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import type { Ref } from 'react';
import { OurMails } from './OurMails.tsx';
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
