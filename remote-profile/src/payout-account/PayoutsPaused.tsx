import { TriangleAlert } from 'lucide-react';
import type { Ref } from 'react';
import { getConfiguration } from 'shared-runtime/configuration';
import { Text } from 'shared-runtime/ui';
import type { Profile } from 'shared-types/driver';
import { WithContactLink } from '../notices/WithContactLink.tsx';
import { ResendLink } from './ResendLink.tsx';
import { reasonSentence } from './reason-sentence.ts';
import { StateNotice } from './StateNotice.tsx';

/** State 1: Stripe has disabled the account, and says why. */
export function PayoutsPaused({
  profile,
  headingRef,
}: {
  profile: Profile;
  headingRef: Ref<HTMLHeadingElement>;
}) {
  const reason = profile.onboarding_error?.trim() ?? '';
  const sentence = reasonSentence(reason, getConfiguration().contactEmail);
  return (
    <StateNotice
      tone="warning"
      icon={TriangleAlert}
      title="Payouts are paused"
      headingRef={headingRef}
    >
      <Text
        mt="2"
        whiteSpace="pre-line"
        overflowWrap="anywhere"
        {...(sentence && { textStyle: 'small', color: 'ink.600' })}
      >
        {reason}
      </Text>
      {sentence && (
        <Text mt="1">
          <WithContactLink>{sentence}</WithContactLink>
        </Text>
      )}
      <ResendLink token={profile.stripe_error_token} mode={2} />
    </StateNotice>
  );
}
