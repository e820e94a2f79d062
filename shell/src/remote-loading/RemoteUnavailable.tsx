import { Link } from '@kargo/shared-runtime/router';
import { button, css, cx } from '@kargo/shared-runtime/styles';
import { paths } from '@kargo/shared-types/page/paths';
import { Interruption } from '../Interruption.tsx';
import { focusHeading } from '../navigation/focus-heading.ts';
import type { Ground } from '../routes.ts';
import { grounds } from './grounds.ts';
import { isShellReplaced } from './tracked-releases.ts';

interface RemoteUnavailableProps {
  ground: Ground;
  onTryAgain: () => void;
  /** Whether it failed because something else in the browser changes the page. */
  isPageChanged?: boolean;
}

/**
 * Replaces a remote's screen that did not load or threw. If another shell was published since the
 * page was opened, offers to reload, since the screen may need that shell.
 */
export function RemoteUnavailable({ ground, onTryAgain, isPageChanged }: RemoteUnavailableProps) {
  const isDark = ground === 'ink.950';
  const mustReload = isShellReplaced();
  function tryAgain() {
    onTryAgain();
    focusHeading('[data-remote] h1');
  }
  return (
    <div
      className={cx(
        grounds[ground],
        css({
          flex: '1',
          // Separates it from the footer, which has the same colour.
          borderBottomWidth: isDark ? '1px' : undefined,
          borderColor: 'ink.800',
        }),
      )}
      data-testid="remote-unavailable"
      role="alert"
    >
      <Interruption
        isOnDark={isDark}
        heading={mustReload ? 'A new version is ready' : "This part of Kargo didn't load"}
        actions={
          <>
            <button
              type="button"
              className={button({ variant: isDark ? 'lime' : 'solid' })}
              onClick={mustReload ? () => window.location.reload() : tryAgain}
            >
              {mustReload ? 'Reload' : 'Try again'}
            </button>
            <Link
              className={button({ variant: isDark ? 'outline-dark' : 'outline' })}
              to={paths.home()}
            >
              Go to home
            </Link>
          </>
        }
      >
        {mustReload ? 'Reload the page, and go on with it.' : isPageChanged ? pageChanged : dropped}
      </Interruption>
    </div>
  );
}

const dropped = "Your connection may have dropped, or we've just updated the site.";
const pageChanged =
  'Something in your browser, such as its translator or an extension, has changed this page.';
