import { Suspense, use } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation } from 'shared-runtime/router';
import { Box } from 'shared-runtime/ui';
import type { RemoteName, ScreenId } from 'shared-types/screens';
import { RemoteUnavailable } from './RemoteUnavailable.tsx';
import { prepareNavigation, retryRemote, setAside, useRelease } from './releases.ts';
import { remoteOf } from './remote-of.ts';
import { forgetScreen, screenComponent } from './screen-component.ts';

/**
 * One screen of a remote, inside a boundary of its own: whatever fails in it stays in it, and the
 * layout around it is not touched.
 */
export function RemoteScreen({ id }: { id: ScreenId }) {
  return (
    <Suspense fallback={<Pending />}>
      <ScreenOfRelease id={id} remote={remoteOf(id)} />
    </Suspense>
  );
}

/** Keeps the room of a screen that is on its way. The footer waits for it, see there. */
function Pending() {
  return <Box data-pending-screen="" minH="100vh" />;
}

/**
 * A release that does not load, or fails while it is shown, is set aside for the one before it.
 * When none is left, the person may try again.
 */
function ScreenOfRelease({ id, remote }: { id: ScreenId; remote: RemoteName }) {
  const { key } = useLocation();
  const preparation = prepareNavigation(key, id);
  if (preparation) use(preparation);
  const release = useRelease(remote);
  if (!release) return <RemoteUnavailable onTryAgain={() => retryRemote(remote)} />;

  const Screen = screenComponent(id, release);
  return (
    <Box data-remote={remote} data-release={release.version} flex="1">
      <ErrorBoundary
        key={`${id} ${release.url}`}
        fallback={<Pending />}
        onError={(error) => {
          console.error(`Release ${release.version} of ${remote} failed:`, error);
          forgetScreen(id, release);
          setAside(release);
        }}
      >
        <Screen />
      </ErrorBoundary>
    </Box>
  );
}
