import { Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Box } from 'shared-runtime/ui';
import type { RemoteName, ScreenId } from 'shared-types/screens';
import { RemoteUnavailable } from './RemoteUnavailable.tsx';
import { releaseVersion } from './releases.ts';
import { forgetScreen, screenComponent } from './screen-component.ts';

/** One screen of a remote, inside a boundary of its own: whatever fails in it stays in it. */
export function RemoteScreen({ id }: { id: ScreenId }) {
  const Screen = screenComponent(id);
  const remote = id.split('/')[0] as RemoteName;
  return (
    <Box data-remote={remote} data-release={releaseVersion(remote)} flex="1">
      <ErrorBoundary
        resetKeys={[id]}
        onReset={() => forgetScreen(id)}
        fallbackRender={({ resetErrorBoundary }) => (
          <RemoteUnavailable onTryAgain={resetErrorBoundary} />
        )}
      >
        <Suspense fallback={<Box minH="100vh" />}>
          <Screen />
        </Suspense>
      </ErrorBoundary>
    </Box>
  );
}
