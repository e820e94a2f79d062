import { Outlet, useLocationAtOnce } from '@kargo/shared-runtime/router';
import { useSession } from '@kargo/shared-runtime/session';
import { signedInMark } from '@kargo/shared-types/page/page-marks';
import { useEffect, useLayoutEffect } from 'react';
import { useSessionEnd } from './access/useSessionEnd.ts';
import { replayClicks } from './click-replay.ts';
import { LoadingOverlay } from './loading/LoadingOverlay.tsx';
import { Notices } from './Notices.tsx';
import { useNavigationEffects } from './navigation/useNavigationEffects.ts';
import { LeavingBoundary } from './remote-loading/LeavingBoundary.tsx';
import { startPrefetching } from './remote-loading/prefetch.ts';
import { usePrepareNavigation } from './remote-loading/prepare-navigation.ts';
import { routeAt } from './routes.ts';

/** Pages are framed by header and footer, or bare. Going from one to the other unmounts it all. */
const layouts = ['framed', 'bare'] as const;

/** Wraps all routes, with or without the layout, and stays mounted. */
export function Root() {
  const { pathname } = useLocationAtOnce();
  const current = routeAt(pathname)?.layout ? 'bare' : 'framed';
  usePrepareNavigation();
  useNavigationEffects();
  useSessionEnd();
  useEffect(startPrefetching, []);
  // The page needs these styles only until its first script runs.
  useLayoutEffect(() => document.getElementById('start-page')?.remove(), []);
  // In the render that first knows the session, see `useHydrated`.
  useEffect(() => replayClicks('all but the screen'), []);
  const isSignedIn = useSession().token !== null;
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute(signedInMark, isSignedIn);
  }, [isSignedIn]);
  return (
    <>
      {layouts.map((layout) => (
        <LeavingBoundary key={layout} name="A page" isCurrent={layout === current}>
          <Outlet />
        </LeavingBoundary>
      ))}
      <Notices />
      <LoadingOverlay />
    </>
  );
}
