import { ApiError, apiClient } from '@kargo/shared-runtime/api-client';
import { Link, useLocation, useNavigate } from '@kargo/shared-runtime/router';
import { Box, Heading, Text, Link as TextLink } from '@kargo/shared-runtime/ui';
import { paths } from '@kargo/shared-types/page/paths';
import { tokenInQuery } from '@kargo/shared-ui/token-in-query';
import { useHydrated } from '@kargo/shared-ui/useHydrated';
import { useId, useState } from 'react';
import { SendLinkButton } from '../send-link/SendLinkButton.tsx';
import { LinkExpiredIllustration } from '../stripe-return/illustrations.tsx';
import { ReturnCard } from '../stripe-return/ReturnCard.tsx';

/** Where a link that is too old leads; its `token` asks for a new one (spec section 2). */
export default function StripeError() {
  const { search } = useLocation();
  // Undefined until the page has started, since it is rendered without one.
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
      <Heading as="h1" textStyle="h1" tabIndex={-1} mt="8">
        KYC Verification Link Expired
      </Heading>
      <Text textStyle="lead" color="ink.600" mt="4">
        Links like this one work for 24 hours. We can e-mail you a new one.
      </Text>
      <Box mt="8">
        <SendLinkButton
          label="Resend Email"
          send={resend}
          disabled={!token}
          describedBy={isIncomplete ? reasonId : undefined}
          refusals={{ not_found: 'Log in and resend it from your profile.' }}
          onSent={() => navigate(paths.home())}
        />
      </Box>
      {isIncomplete && (
        <Text id={reasonId} mt="4">
          This link is incomplete.{' '}
          <TextLink asChild>
            <Link to={paths.login()}>Log in</Link>
          </TextLink>{' '}
          and resend it from your profile.
        </Text>
      )}
    </ReturnCard>
  );
}
