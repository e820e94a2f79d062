import { css } from '@kargo/shared-runtime/styles';
import type { Profile } from '@kargo/shared-types/api/driver';
import { type PayoutState, payoutState } from '@kargo/shared-types/api/payout-state';
import { MessageDialog } from '@kargo/shared-ui/MessageDialog';
import { refreshProfile } from '@kargo/shared-ui/refresh-profile';
import { useLatch } from '@kargo/shared-ui/useLatch';
import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { PayoutForm } from '../payout-form/PayoutForm.tsx';
import { patchProfile } from '../profile-page/patch-profile.ts';
import { Section } from '../profile-page/Section.tsx';
import { CheckEmail } from './CheckEmail.tsx';
import { PayoutStepper } from './PayoutStepper.tsx';
import { PayoutsPaused } from './PayoutsPaused.tsx';
import { PayoutsReady } from './PayoutsReady.tsx';
import { StripeNotes } from './StripeNotes.tsx';
import { stateLooks } from './state-looks.ts';

/** The connected payout account, in one of its four states (spec section 2). */
export function PayoutAccount({ profile }: { profile: Profile }) {
  const [isCompletedNow, setCompletedNow] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const state = payoutState(profile);
  const focusHandlers = useFocusOnChange(heading, state);

  function completeForm(stripeErrorToken: string) {
    setCompletedNow(true);
    const stripe_error_token = stripeErrorToken || profile.stripe_error_token;
    patchProfile({ form_completed: true, stripe_error_token });
  }

  function closeMessage() {
    setCompletedNow(false);
    // The link has been mailed by now; the stepper will say so.
    void refreshProfile();
  }

  return (
    <Section id="payout-account">
      <StateStatus state={state} />
      <div data-testid="payout-state" data-state={state} {...focusHandlers}>
        <PayoutStepper profile={profile} />
        {(state === 'pending' || state === 'done') && <StripeNotes profile={profile} />}
        {state === 'disabled' && <PayoutsPaused profile={profile} headingRef={heading} />}
        {state === 'form' && (
          <PayoutForm profile={profile} headingRef={heading} onCompleted={completeForm} />
        )}
        {state === 'pending' && <CheckEmail profile={profile} headingRef={heading} />}
        {state === 'done' && <PayoutsReady profile={profile} headingRef={heading} />}
      </div>
      <MessageDialog
        message={isCompletedNow ? completed : null}
        onClose={closeMessage}
        returnFocusTo={heading}
      />
    </Section>
  );
}

const completed = {
  title: 'KYC Verification Completed',
  text: 'Next: open the secure link in your e-mail to add your bank details.',
};

/**
 * Moves the focus to the heading of a new state if it was in the card, whose controls have changed.
 * Drivers who are busy elsewhere keep it, since the state can change by itself.
 */
function useFocusOnChange(heading: RefObject<HTMLElement | null>, state: PayoutState) {
  const shown = useRef(state);
  const hasFocus = useRef(false);
  useEffect(() => {
    const isLost = hasFocus.current && document.activeElement === document.body;
    if (shown.current !== state && isLost) heading.current?.focus();
    shown.current = state;
  }, [heading, state]);
  return {
    onFocus: () => {
      hasFocus.current = true;
    },
    // It has no target if the window, or a control that was removed, has lost the focus.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      hasFocus.current = relatedTarget === null;
    },
  };
}

/** Announces the state once it differs from the first one. */
function StateStatus({ state }: { state: PayoutState }) {
  const [first] = useState(state);
  const hasChanged = useLatch(state !== first);
  return (
    <span className={css({ srOnly: true })} role="status">
      {hasChanged && stateLooks[state].label}
    </span>
  );
}
