import { Link } from '@kargo/shared-runtime/router';
import { useSession } from '@kargo/shared-runtime/session';
import { button, css, cx } from '@kargo/shared-runtime/styles';
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
          <Link
            className={cx(
              isOnDark
                ? button({ variant: 'lime', size: placement === 'bar' ? 'sm' : 'lg' })
                : button({ size: placement === 'bar' ? 'sm' : 'lg' }),
              css({ w: placement === 'bar' ? undefined : 'full' }),
            )}
            to={paths.login()}
          >
            Login
          </Link>
        </SignedOut>
      )}
      {!(isKnown && token === null) && (
        <div className={signedInStyle} data-unknown={isKnown ? undefined : ''}>
          <ProfileMenu placement={placement} user={isKnown ? loginUser : null} />
        </div>
      )}
    </>
  );
}

const signedInStyle = css({
  display: 'contents',
  _signedOut: { '&[data-unknown]': { display: 'none' } },
});
