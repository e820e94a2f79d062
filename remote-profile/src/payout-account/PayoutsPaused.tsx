import { Text } from '@kargo/shared-runtime/ui';
import { WithContactLink } from '@kargo/shared-ui/WithContactLink';
import { OurMails } from './OurMails.tsx';
import { ResendLink } from './ResendLink.tsx';
import { reasonSentence } from './reason-sentence.ts';
import { StateNotice, type StateProps } from './StateNotice.tsx';
import { Problems } from './StripeNotes.tsx';

/** State 1: Stripe has disabled the account, and says why. */
export function PayoutsPaused({ profile, headingRef }: StateProps) {
  const reason = profile.onboarding_error?.trim() ?? '';
  const sentence = reasonSentence(reason);
  return (
    <StateNotice state="disabled" title="Payouts are paused" headingRef={headingRef}>
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
      <Problems profile={profile} />
      <ResendLink token={profile.stripe_error_token} mode={2} />
      <OurMails {...profile} />
    </StateNotice>
  );
}
