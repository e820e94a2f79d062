import { Link } from '@kargo/shared-runtime/router';
import { useSession } from '@kargo/shared-runtime/session';
import { Button, chakra } from '@kargo/shared-runtime/ui';
import { signedInMark } from '@kargo/shared-types/page/page-marks';
import { paths } from '@kargo/shared-types/page/paths';
import { useHydrated } from '@kargo/shared-ui/useHydrated';
import { SignedOut } from '../../access/SignedOut.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';

interface AccountProps {
  /** In the bar of the header, or in the sheet of the mobile menu. */
  placement?: 'bar' | 'sheet';
  isOnDark?: boolean;
}

/** Signed out: a link to log in. Signed in: the profile menu. */
export function Account({ placement = 'bar', isOnDark = false }: AccountProps) {
  const { token, loginUser } = useSession();
  // A prerendered page has both, and its styles choose.
  const isKnown = useHydrated();
  return (
    <>
      {!(isKnown && token !== null) && (
        <SignedOut>
          <Button
            asChild
            variant={isOnDark ? 'lime' : 'solid'}
            size={placement === 'bar' ? 'sm' : 'lg'}
            w={placement === 'bar' ? undefined : 'full'}
          >
            <Link to={paths.login()}>Login</Link>
          </Button>
        </SignedOut>
      )}
      {!(isKnown && token === null) && (
        <SignedIn data-unknown={isKnown ? undefined : ''}>
          <ProfileMenu placement={placement} user={isKnown ? loginUser : null} />
        </SignedIn>
      )}
    </>
  );
}

const SignedIn = chakra('div', {
  base: {
    display: 'contents',
    '&[data-unknown]': { [`html:not([${signedInMark}]) &`]: { display: 'none' } },
  },
});
