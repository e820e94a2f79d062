import { ApiError, apiClient } from '@kargo/shared-runtime/api-client';
import { Link, useLocation, useNavigate } from '@kargo/shared-runtime/router';
import { css, link } from '@kargo/shared-runtime/styles';
import { paths } from '@kargo/shared-types/page/paths';
import { tokenInQuery } from '@kargo/shared-ui/token-in-query';
import { useHydrated } from '@kargo/shared-ui/useHydrated';
import { useId, useState } from 'react';
import { SendLinkButton } from '../send-link/SendLinkButton.tsx';
import { LinkExpiredIllustration } from '../stripe-return/illustrations.tsx';
import { ReturnCard } from '../stripe-return/ReturnCard.tsx';

/** Where expired links lead. Its `token` asks for a new one (spec section 2). */
export default function StripeError() {
  const { search } = useLocation();
  // Undefined before hydration: the page is prerendered without one.
  const token = useHydrated() ? tokenInQuery(search, 'token') : undefined;
  const navigate = useNavigate();
  const reasonId = useId();
  const [isUnknown, setUnknown] = useState(false);
  const isIncomplete = token === '' || isUnknown;

  async function resend() {
    try {
      await apiClient.resendOnboardingLink(token ?? '', 1);
    } catch (error) {
      setUnknown(error instanceof ApiError && error.code === 'not_found');
      throw error;
    }
  }

  return (
    <ReturnCard>
      <LinkExpiredIllustration />
      <h1 className={css({ textStyle: 'h1', mt: '8' })} tabIndex={-1}>
        KYC Verification Link Expired
      </h1>
      <p className={css({ textStyle: 'lead', color: 'ink.600', mt: '4' })}>
        Links like this one work for 24 hours. We can{' '}
        <span className={css({ whiteSpace: 'nowrap' })}>e-mail</span> you a new one.
      </p>
      <div className={css({ mt: '8' })}>
        <SendLinkButton
          label="Resend Email"
          send={resend}
          disabled={!token}
          describedBy={isIncomplete ? reasonId : undefined}
          refusals={{ not_found: 'Log in and resend it from your profile.' }}
          onSent={() => navigate(paths.home())}
        />
      </div>
      {isIncomplete && (
        <p className={css({ mt: '4' })} id={reasonId}>
          This link is incomplete.{' '}
          <Link className={link()} to={paths.login()}>
            Log in
          </Link>{' '}
          and resend it from your profile.
        </p>
      )}
    </ReturnCard>
  );
}
