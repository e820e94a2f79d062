import { Link } from '@kargo/shared-runtime/router';
import { Box, Button } from '@kargo/shared-runtime/ui';
import { paths } from '@kargo/shared-types/page/paths';
import { Interruption } from '../Interruption.tsx';
import { focusHeading } from '../navigation/focus-heading.ts';
import type { Ground } from '../routes.ts';
import { isShellReplaced } from './release-records.ts';

interface RemoteUnavailableProps {
  ground: Ground;
  onTryAgain: () => void;
  /** Whether it failed because something else in the browser changes the page. */
  isPageChanged?: boolean;
}

/**
 * Replaces a remote's screen that did not load or threw. If another shell was published since the page
 * was opened, it offers to reload, since the screen may need that shell.
 */
export function RemoteUnavailable({ ground, onTryAgain, isPageChanged }: RemoteUnavailableProps) {
  const isDark = ground === 'ink.950';
  const mustReload = isShellReplaced();
  function tryAgain() {
    onTryAgain();
    focusHeading('[data-remote] h1');
  }
  return (
    <Box
      data-testid="remote-unavailable"
      role="alert"
      flex="1"
      bg={ground}
      // Separates it from the footer, which has the same colour.
      borderBottomWidth={isDark ? '1px' : undefined}
      borderColor="ink.800"
    >
      <Interruption
        isOnDark={isDark}
        heading={mustReload ? 'A new version is ready' : "This part of Kargo didn't load"}
        actions={
          <>
            <Button
              variant={isDark ? 'lime' : 'solid'}
              onClick={mustReload ? () => window.location.reload() : tryAgain}
            >
              {mustReload ? 'Reload' : 'Try again'}
            </Button>
            <Button variant={isDark ? 'outline-dark' : 'outline'} asChild>
              <Link to={paths.home()}>Go to home</Link>
            </Button>
          </>
        }
      >
        {mustReload ? 'Reload the page, and go on with it.' : isPageChanged ? pageChanged : dropped}
      </Interruption>
    </Box>
  );
}

const dropped = "Your connection may have dropped, or we've just updated the site.";
const pageChanged =
  'Something in your browser, such as its translator or an extension, has changed this page.';
