import { Link } from '@kargo/shared-runtime/router';
import { isProfile, useSession } from '@kargo/shared-runtime/session';
import { Button, Container, Flex, Text } from '@kargo/shared-runtime/ui';
import type { Profile } from '@kargo/shared-types/api/driver';
import { payoutState } from '@kargo/shared-types/api/payout-state';
import { paths } from '@kargo/shared-types/page/paths';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { refreshProfile } from '@kargo/shared-ui/refresh-profile';
import { Mail, Route, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';

/** Tells a driver on the landing page who is logged in, and what keeps the payouts from coming. */
export function DriverStrip() {
  const { token, loginUser } = useSession();
  const isKnown = isProfile(loginUser);
  useEffect(() => {
    if (token !== null && !isKnown) void refreshProfile();
  }, [token, isKnown]);
  return (
    <Container
      display="flex"
      h="full"
      flexDirection={{ base: 'column', md: 'row' }}
      alignItems={{ md: 'center' }}
      justifyContent={{ base: 'center', md: 'space-between' }}
      columnGap="6"
      rowGap="1"
    >
      <Text textStyle="small" color="ink.300" lineClamp="2" flexShrink="0" maxW={{ md: '50%' }}>
        {loginUser?.name ? `You are logged in as ${loginUser.name}` : 'You are logged in'}
      </Text>
      {isProfile(loginUser) && <PayoutLine profile={loginUser} />}
    </Container>
  );
}

const lines = {
  disabled: { icon: TriangleAlert, color: 'amber', action: 'See why' },
  form: { icon: Route, color: 'lime', action: 'Continue' },
  pending: { icon: Mail, color: 'lime', action: 'See how' },
};

/** One sentence and one button; nothing when the driver is ready to be paid. */
function PayoutLine({ profile }: { profile: Profile }) {
  const state = payoutState(profile);
  if (state === 'done') return null;
  const { icon, color, action } = lines[state];
  return (
    <Flex align="center" justify="space-between" wrap="wrap" gap="3" minW="0">
      <Flex align="center" flex="1 1 9rem" gap="2" color={color}>
        <LineIcon of={icon} boxSize="1.25rem" />
        <Text textStyle="label" color="white" lineHeight="1.25">
          {sentenceOf(state, profile)}
        </Text>
      </Flex>
      <Button asChild variant="outline-dark" size="sm" flexShrink="0">
        <Link to={{ pathname: paths.profile(), hash: 'payout-account' }}>{action}</Link>
      </Button>
    </Flex>
  );
}

function sentenceOf(state: keyof typeof lines, { onboarding_error }: Profile): string {
  if (state === 'form') return 'Finish your payout setup';
  if (state === 'pending') return 'Finish your payout setup by e-mail';
  const isWaiting = onboarding_error?.trim() === 'requirements.past_due';
  return isWaiting ? 'Payouts paused: Stripe needs more information' : 'Payouts are paused';
}
