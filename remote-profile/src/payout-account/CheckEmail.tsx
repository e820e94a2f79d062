import { button, css } from '@kargo/shared-runtime/styles';
import { useState } from 'react';
import { ResendLink } from './ResendLink.tsx';
import { StateNotice, type StateProps } from './StateNotice.tsx';

/** State 3: the form is done; the link in the mail leads to the rest. */
export function CheckEmail(props: StateProps) {
  const { masked_email, stripe_error_token } = props.profile;
  return (
    <StateNotice {...props} title="Check your e-mail for the link to finish setup.">
      {masked_email && <p className={css({ mt: '2' })}>{`We mail it to ${masked_email}.`}</p>}
      <p className={css({ mt: '2' })}>
        The link works for 24 hours. Open it in your normal browser.
      </p>
      <ResendLink token={stripe_error_token} mode={1} />
      <CheckStatus />
    </StateNotice>
  );
}

/** For setup in another tab. Only on request, because a load that fails ends the session. */
function CheckStatus() {
  const [isChecked, setChecked] = useState(false);

  async function check() {
    setChecked(false);
    const { loadProfile } = await import('@kargo/shared-runtime/session-actions');
    await loadProfile();
    setChecked(true);
  }

  return (
    <>
      <p className={css({ mt: '6' })}>
        Finished on Stripe's page?{' '}
        <button
          type="button"
          className={button({ variant: 'text', size: 'inline' })}
          onClick={check}
        >
          Check status
        </button>
      </p>
      <p className={css({ textStyle: 'small', mt: '1' })} role="status">
        {isChecked && 'Not confirmed yet. Stripe may need a moment.'}
      </p>
    </>
  );
}
