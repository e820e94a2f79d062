import { isProfile, useSession } from '@kargo/shared-runtime/session';
import { container, css, cx } from '@kargo/shared-runtime/styles';
import { useHydrated } from '@kargo/shared-ui/useHydrated';
import { Fragment, useDeferredValue } from 'react';
import { ChangePassword } from '../change-password/ChangePassword.tsx';
import { DangerZone } from '../danger-zone/DangerZone.tsx';
import { Toasts } from '../notices/Toasts.tsx';
import { PayoutAccount } from '../payout-account/PayoutAccount.tsx';
import { PayoutChip } from '../payout-account/PayoutChip.tsx';
import { ProfileInformation } from '../profile-information/ProfileInformation.tsx';
import { ProfileHead } from '../profile-page/ProfileHead.tsx';
import { ProfileSkeleton } from '../profile-page/ProfileSkeleton.tsx';
import { SectionNav } from '../profile-page/SectionNav.tsx';
import { useRefreshOnReturn } from '../profile-page/useRefreshOnReturn.ts';

export default function Profile() {
  useRefreshOnReturn();
  const { loginUser } = useSession();
  // The page is prerendered with placeholders.
  const isHydrated = useHydrated();
  // Deferred, so that React draws the forms in small tasks.
  const profile = useDeferredValue(isHydrated && isProfile(loginUser) ? loginUser : null);
  return (
    <div className={css({ bg: 'mist' })}>
      <div className={cx(container(), css({ py: { base: '8', md: '12' } }))}>
        <ProfileHead profile={profile}>{profile && <PayoutChip profile={profile} />}</ProfileHead>
        <div
          className={css({
            display: 'grid',
            gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: '17rem minmax(0, 1fr)' },
            gap: { lg: '8' },
            alignItems: 'start',
            mt: { base: '8', md: '12' },
          })}
        >
          {profile ? (
            // Another driver gets new forms.
            <Fragment key={profile.id}>
              <SectionNav />
              <div className={css({ display: 'flex', flexDirection: 'column', gap: '6' })}>
                <ProfileInformation profile={profile} />
                <ChangePassword profile={profile} />
                <PayoutAccount profile={profile} />
                <DangerZone />
              </div>
            </Fragment>
          ) : (
            <ProfileSkeleton />
          )}
        </div>
      </div>
      <Toasts />
    </div>
  );
}
