import { button, css, cx } from '@kargo/shared-runtime/styles';
import { sampleDriver } from '@kargo/shared-types/api/sample-driver';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { useIsLoading } from './loading.ts';
import { BrowserRouter, Link, Outlet, Route, Routes } from './router.ts';
import type { Screens } from './screens.ts';
import { endSession, restoreSession, startSession, useSession } from './session.ts';

/**
 * Runs a remote's screens without a shell: in a minimal frame, with the real session, API client,
 * router and theme. For development only.
 *
 * @public called by the build, see `define-remote.ts`
 */
export function runAlone(screens: Screens): void {
  const components = Object.entries(screens).map(([name, { load }]) => [name, lazy(load)] as const);
  restoreSession();
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <Routes>
          <Route element={<Frame screens={screens} />}>
            {components.map(([name, Component]) => (
              <Route key={name} path={name} element={<Component />} />
            ))}
            {/* Also at addresses that belong to other parts of the site. */}
            <Route path="*" element={null} />
          </Route>
        </Routes>
      </BrowserRouter>
    </StrictMode>,
  );
}

/** Replaces the shell's layout: lists the screens, and lets a developer sign in to try them. */
function Frame({ screens }: { screens: Screens }) {
  const { token } = useSession();
  const isLoading = useIsLoading();
  return (
    <>
      <header className={headerStyle} data-surface="dark">
        <ul className={css({ display: 'flex', columnGap: '6', flexWrap: 'wrap' })}>
          {Object.entries(screens).map(([name, { title }]) => (
            <li key={name}>
              <Link to={`/${name}`} className={css({ color: 'lime' })}>
                {name}
              </Link>
              <span>{`: ${title}`}</span>
            </li>
          ))}
        </ul>
        <button
          type="button"
          className={cx(button({ size: 'sm', variant: 'lime' }), css({ ms: 'auto' }))}
          onClick={() => (token ? endSession('logged-out') : startSession(sample))}
        >
          {token ? 'Sign out' : 'Sign in as a sample driver'}
        </button>
        {isLoading && <p role="status">Loading…</p>}
      </header>
      <main>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
    </>
  );
}

const headerStyle = css({
  display: 'flex',
  gap: '4',
  p: '4',
  alignItems: 'center',
  flexWrap: 'wrap',
  bg: 'ink.950',
});

const sample = { token: 'sample', loginUser: sampleDriver };
