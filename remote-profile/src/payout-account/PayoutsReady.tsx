import { apiClient } from '@kargo/shared-runtime/api-client';
import { css } from '@kargo/shared-runtime/styles';
import { SendLinkButton } from '../send-link/SendLinkButton.tsx';
import { StateNotice, type StateProps } from './StateNotice.tsx';

/** State 4: nothing left to do; bank details can be changed. */
export function PayoutsReady(props: StateProps) {
  return (
    <StateNotice {...props} title="Your payout account is verified. You can receive payments.">
      <div className={css({ mt: '6' })}>
        <SendLinkButton label="Update Bank Details" send={apiClient.updateBankDetails} />
        <p className={css({ mt: '3', textStyle: 'small', color: 'ink.600' })}>
          We'll e-mail you a secure link.
        </p>
      </div>
    </StateNotice>
  );
}
