import { apiClient } from '@kargo/shared-runtime/api-client';
import { css } from '@kargo/shared-runtime/styles';
import type { ResendMode } from '@kargo/shared-types/api/api-paths';
import { refreshProfile } from '@kargo/shared-ui/refresh-profile';
import { WithContactLink } from '@kargo/shared-ui/WithContactLink';
import { useId } from 'react';
import { SendLinkButton } from '../send-link/SendLinkButton.tsx';

/** Mails the link again. Without the driver's link code there is nothing to ask for. */
export function ResendLink({ token, mode }: { token: string | null; mode: ResendMode }) {
  const reasonId = useId();
  return (
    <div className={css({ mt: '6' })}>
      <SendLinkButton
        label="Resend Link"
        send={() => apiClient.resendOnboardingLink(token ?? '', mode)}
        disabled={!token}
        describedBy={token ? undefined : reasonId}
        refusals={{ not_found: 'Reload this page, then try again.' }}
        onSent={refreshProfile}
      />
      {!token && (
        <p className={css({ mt: '3', textStyle: 'small' })} id={reasonId}>
          <WithContactLink>
            {"We can't find your link code. Contact {contactEmail}."}
          </WithContactLink>
        </p>
      )}
    </div>
  );
}
