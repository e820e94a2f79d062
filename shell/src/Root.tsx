import { useEffect } from 'react';
import { Outlet } from 'shared-runtime/router';
import { useSessionEnd } from './access/useSessionEnd.ts';
import { ConnectionNotice } from './connection/ConnectionNotice.tsx';
import { LoadingOverlay } from './loading/LoadingOverlay.tsx';
import { useNavigationEffects } from './navigation/useNavigationEffects.ts';
import { NewVersionNotice } from './new-version/NewVersionNotice.tsx';

/** What every page has, with or without the layout: stands around all routes, and stays. */
export function Root() {
  useNavigationEffects();
  useSessionEnd();
  // Hidden since something was drawn (start-page.css), and not wanted again.
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
