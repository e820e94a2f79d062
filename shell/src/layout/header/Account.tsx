import { Link } from 'shared-runtime/router';
import { useSession } from 'shared-runtime/session';
import { Button } from 'shared-runtime/ui';
import { paths } from 'shared-types/paths';
import { useHydrated } from 'shared-ui/useHydrated';
import { ProfileMenu } from './ProfileMenu.tsx';

interface AccountProps {
  /** In the bar of the header, or in the sheet of the mobile menu. */
  placement?: 'bar' | 'sheet';
  isOnDark?: boolean;
}

/** Signed out: a link to log in. Signed in: the profile menu. */
export function Account({ placement = 'bar', isOnDark = false }: AccountProps) {
  const { token, loginUser } = useSession();
  const isSignedIn = useHydrated() && token !== null;
  if (isSignedIn) return <ProfileMenu placement={placement} user={loginUser} />;
  return (
    <Button
      asChild
      variant={isOnDark ? 'lime' : 'solid'}
      size={placement === 'bar' ? 'sm' : 'lg'}
      w={placement === 'bar' ? undefined : 'full'}
    >
      <Link to={paths.login()}>Login</Link>
    </Button>
  );
}
