import { sampleDriver } from '@kargo/shared-types/api/sample-driver';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { useIsLoading } from './loading.ts';
import { BrowserRouter, Link, Outlet, Route, Routes } from './router.ts';
import type { Screens } from './screens.ts';
import { endSession, restoreSession, startSession, useSession } from './session.ts';
import { Box, Button, Flex, Text, Link as TextLink } from './ui.ts';

/**
 * Runs a remote's screens without a shell: in a minimal frame, with the real session, API client,
 * router and theme. For development only.
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
      <Flex as="header" gap="4" p="4" align="center" wrap="wrap" bg="ink.950" data-surface="dark">
        <Flex as="ul" columnGap="6" wrap="wrap">
          {Object.entries(screens).map(([name, { title }]) => (
            <li key={name}>
              <TextLink asChild color="lime">
                <Link to={`/${name}`}>{name}</Link>
              </TextLink>
              <span>{`: ${title}`}</span>
            </li>
          ))}
        </Flex>
        <Button
          size="sm"
          variant="lime"
          ms="auto"
          onClick={() => (token ? endSession('logged-out') : startSession(sample))}
        >
          {token ? 'Sign out' : 'Sign in as a sample driver'}
        </Button>
        {isLoading && <Text role="status">Loading…</Text>}
      </Flex>
      <Box as="main">
        <Suspense>
          <Outlet />
        </Suspense>
      </Box>
    </>
  );
}

const sample = { token: 'sample', loginUser: sampleDriver };
