import { type ReactNode, Suspense, use, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation } from 'shared-runtime/router';
import { Box } from 'shared-runtime/ui';
import type { RemoteName, ScreenId } from 'shared-types/screens';
import type { Ground } from '../routes.ts';
import { Pending, PendingNote } from './Pending.tsx';
import { preparationOf } from './prepare-navigation.ts';
import { RemoteUnavailable } from './RemoteUnavailable.tsx';
import { markFailed, retryRemote, useRelease } from './release-health.ts';
import { remoteOf } from './remote-of.ts';
import { forgetScreen, screenComponent } from './screen-component.ts';

/**
 * One screen of a remote, inside a boundary of its own: whatever fails in it stays in it, and the
 * layout around it is not touched.
 *
 * @param ground what the screen starts on
 */
export function RemoteScreen({ id, ground = 'paper' }: { id: ScreenId; ground?: Ground }) {
  const [isPending, setPending] = useState(false);
  const pending = <Pending ground={ground} onChange={setPending} />;
  return (
    <>
      <Suspense fallback={pending}>
        <ScreenOfRelease id={id} remote={remoteOf(id)} ground={ground} pending={pending} />
      </Suspense>
      {isPending && <PendingNote />}
    </>
  );
}

interface ScreenOfReleaseProps {
  id: ScreenId;
  remote: RemoteName;
  ground: Ground;
  pending: ReactNode;
}

/**
 * A release that does not load, or fails while it is shown, gives way to the one before it.
 * When none is left, the person may try again.
 */
function ScreenOfRelease({ id, remote, ground, pending }: ScreenOfReleaseProps) {
  const preparation = preparationOf(useLocation().key);
  if (preparation) use(preparation);
  const release = useRelease(remote);
  if (!release) {
    return <RemoteUnavailable ground={ground} onTryAgain={() => retryRemote(remote)} />;
  }

  const Screen = screenComponent(id, release);
  return (
    <Box data-remote={remote} data-release={release.version} flex="1">
      <ErrorBoundary
        key={`${id} ${release.url}`}
        fallback={pending}
        onError={(error) => {
          console.error(`Release ${release.version} of ${remote} failed:`, error);
          forgetScreen(id, release);
          markFailed(release);
        }}
      >
        <Screen />
      </ErrorBoundary>
    </Box>
  );
}
