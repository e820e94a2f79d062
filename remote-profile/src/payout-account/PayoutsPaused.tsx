import { css } from '@kargo/shared-runtime/styles';
import { WithContactLink } from '@kargo/shared-ui/WithContactLink';
import { ResendLink } from './ResendLink.tsx';
import { reasonSentence } from './reason-sentence.ts';
import { StateNotice, type StateProps } from './StateNotice.tsx';
import { Problems } from './StripeNotes.tsx';

/** State 1: Stripe has disabled the account, and says why. */
export function PayoutsPaused(props: StateProps) {
  const { profile } = props;
  const reason = profile.onboarding_error?.trim() ?? '';
  const sentence = reasonSentence(reason);
  return (
    <StateNotice {...props} title="Payouts are paused">
      <p
        className={css({
          mt: '2',
          whiteSpace: 'pre-line',
          overflowWrap: 'anywhere',
          textStyle: sentence ? 'small' : undefined,
          color: sentence ? 'ink.600' : undefined,
        })}
      >
        {reason}
      </p>
      {sentence && (
        <p className={css({ mt: '1' })}>
          <WithContactLink>{sentence}</WithContactLink>
        </p>
      )}
      <Problems profile={profile} />
      <ResendLink token={profile.stripe_error_token} mode={2} />
    </StateNotice>
  );
}
