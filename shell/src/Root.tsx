import { useEffect, useLayoutEffect } from 'react';
import { Outlet } from 'shared-runtime/router';
import { signedInMark } from 'shared-types/page/inline-script';
import { useSessionEnd } from './access/useSessionEnd.ts';
import { replayClicks } from './click-replay.ts';
import { ConnectionNotice } from './connection/ConnectionNotice.tsx';
import { LoadingOverlay } from './loading/LoadingOverlay.tsx';
import { useNavigationEffects } from './navigation/useNavigationEffects.ts';
import { NewVersionNotice } from './new-version/NewVersionNotice.tsx';
import { startPrefetching } from './remote-loading/prefetch.ts';
import { usePrepareNavigation } from './remote-loading/prepare-navigation.ts';

/** Surrounds all routes, with or without the layout, and stays mounted. */
export function Root() {
  usePrepareNavigation();
  useNavigationEffects();
  useSessionEnd();
  useEffect(startPrefetching, []);
  // Elements that only the page before its first script needed.
  useLayoutEffect(() => document.getElementById('start-page')?.remove(), []);
  // Together with the render that knows the session, see `useHydrated`.
  useEffect(() => {
    document.documentElement.removeAttribute(signedInMark);
    replayClicks('all but the screen');
  }, []);
  return (
    <>
      <Outlet />
      <ConnectionNotice />
      <NewVersionNotice />
      <LoadingOverlay />
    </>
  );
}
