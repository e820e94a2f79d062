import { type RefObject, useEffect, useRef, useState } from 'react';
import { Box } from 'shared-runtime/ui';
import type { Profile } from 'shared-types/api/driver';
import { payoutState } from 'shared-types/api/payout-state';
import { MessageDialog } from 'shared-ui/MessageDialog';
import { PayoutForm } from '../payout-form/PayoutForm.tsx';
import { patchProfile } from '../profile-page/patch-profile.ts';
import { Section } from '../profile-page/Section.tsx';
import { CheckEmail } from './CheckEmail.tsx';
import { PayoutStepper } from './PayoutStepper.tsx';
import { PayoutsPaused } from './PayoutsPaused.tsx';
import { PayoutsReady } from './PayoutsReady.tsx';

/** The connected payout account, in one of its four states (spec section 2). */
export function PayoutAccount({ profile }: { profile: Profile }) {
  const [isCompletedNow, setCompletedNow] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const state = payoutState(profile);
  useFocusOnChange(heading, state);

  function completeForm(stripeErrorToken: string) {
    setCompletedNow(true);
    patchProfile({ form_completed: true, stripe_error_token: stripeErrorToken });
  }

  return (
    <Section id="payout-account">
      <Box data-testid="payout-state" data-state={state}>
        <PayoutStepper state={state} />
        {state === 'disabled' && <PayoutsPaused profile={profile} headingRef={heading} />}
        {state === 'form' && (
          <PayoutForm profile={profile} headingRef={heading} onCompleted={completeForm} />
        )}
        {state === 'pending' && <CheckEmail profile={profile} headingRef={heading} />}
        {state === 'done' && <PayoutsReady headingRef={heading} />}
      </Box>
      <MessageDialog
        message={isCompletedNow ? completed : null}
        onClose={() => setCompletedNow(false)}
        returnFocusTo={heading}
      />
    </Section>
  );
}

const completed = {
  title: 'KYC Verification Completed',
  text: 'Next: open the secure link in your e-mail to add your bank details.',
};

/** Moves the focus when the focused control disappears with its state. */
function useFocusOnChange(target: RefObject<HTMLElement | null>, value: string): void {
  const shown = useRef(value);
  useEffect(() => {
    if (shown.current !== value) target.current?.focus();
    shown.current = value;
  }, [target, value]);
}
