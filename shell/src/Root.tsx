import { useEffect } from 'react';
import { Outlet } from 'shared-runtime/router';
import { useSessionEnd } from './access/useSessionEnd.ts';
import { ConnectionNotice } from './connection/ConnectionNotice.tsx';
import { LoadingOverlay } from './loading/LoadingOverlay.tsx';
import { useNavigationEffects } from './navigation/useNavigationEffects.ts';
import { NewVersionNotice } from './new-version/NewVersionNotice.tsx';

/** Surrounds all routes, with or without the layout, and stays mounted. */
export function Root() {
  useNavigationEffects();
  useSessionEnd();
  // Hidden after the first render (start-page.css), and not needed again.
  useEffect(() => document.getElementById('start-page')?.remove(), []);
  return (
    <>
      <Outlet />
      <ConnectionNotice />
      <NewVersionNotice />
      <LoadingOverlay />
    </>
  );
}
