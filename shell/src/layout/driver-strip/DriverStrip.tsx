import { Link } from '@kargo/shared-runtime/router';
import { isProfile, useSession } from '@kargo/shared-runtime/session';
import { button, container, css, cx } from '@kargo/shared-runtime/styles';
import type { Profile } from '@kargo/shared-types/api/driver';
import { payoutState } from '@kargo/shared-types/api/payout-state';
import { paths } from '@kargo/shared-types/page/paths';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { refreshProfile } from '@kargo/shared-ui/refresh-profile';
import { Mail, Route, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';

/** Tells drivers on the landing page who is logged in, and what holds up their payouts. */
export function DriverStrip() {
  const { token, loginUser } = useSession();
  const isKnown = isProfile(loginUser);
  useEffect(() => {
    if (token !== null && !isKnown) void refreshProfile();
  }, [token, isKnown]);
  return (
    <div
      className={cx(
        container(),
        css({
          display: 'flex',
          h: 'full',
          flexDirection: { base: 'column', md: 'row' },
          alignItems: { md: 'center' },
          justifyContent: { base: 'center', md: 'space-between' },
          columnGap: '6',
          rowGap: '1',
        }),
      )}
    >
      <p
        className={css({
          textStyle: 'small',
          color: 'ink.300',
          lineClamp: '2',
          flexShrink: '0',
          maxW: { md: '50%' },
        })}
      >
        {loginUser?.name ? `You are logged in as ${loginUser.name}` : 'You are logged in'}
      </p>
      {isProfile(loginUser) && <PayoutLine profile={loginUser} />}
    </div>
  );
}

const lines = {
  disabled: { icon: TriangleAlert, look: css({ color: 'amber' }), action: 'See why' },
  form: { icon: Route, look: css({ color: 'lime' }), action: 'Continue' },
  pending: { icon: Mail, look: css({ color: 'lime' }), action: 'See how' },
};

/** One sentence and one button; nothing when the driver is ready to be paid. */
function PayoutLine({ profile }: { profile: Profile }) {
  const state = payoutState(profile);
  if (state === 'done') return null;
  const { icon, look, action } = lines[state];
  return (
    <div
      className={css({
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        flexWrap: 'wrap',
        gap: '3',
        minW: '0',
      })}
    >
      <div
        className={cx(
          css({ display: 'flex', alignItems: 'center', flex: '1 1 9rem', gap: '2' }),
          look,
        )}
      >
        <LineIcon of={icon} className={css({ boxSize: '1.25rem' })} />
        <p className={css({ textStyle: 'label', color: 'white', lineHeight: '1.25' })}>
          {sentenceOf(state, profile)}
        </p>
      </div>
      <Link
        className={cx(button({ variant: 'outline-dark', size: 'sm' }), css({ flexShrink: '0' }))}
        to={{ pathname: paths.profile(), hash: 'payout-account' }}
      >
        {action}
      </Link>
    </div>
  );
}

function sentenceOf(state: keyof typeof lines, { onboarding_error }: Profile): string {
  if (state === 'form') return 'Finish your payout setup';
  if (state === 'pending') return 'Finish your payout setup by e-mail';
  const isWaiting = onboarding_error?.trim() === 'requirements.past_due';
  return isWaiting ? 'Payouts paused: Stripe needs more information' : 'Payouts are paused';
}
