import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, Navigate, RouterProvider } from 'shared-runtime/router';
import { useSession } from 'shared-runtime/session';
import { ChakraProvider, system } from 'shared-runtime/ui';
import Login from '../screens/Login.tsx';

/** Opens the login screen in a site as the shell makes it: with its guard, and places to go. */
export function openLogin() {
  const visited: string[] = [];
  const router = createMemoryRouter(
    [
      { path: '/', element: <p>Home page</p> },
      { path: '/login', element: <SignedOutOnly screen={<Login />} /> },
      { path: '/profile', element: <p>Profile page</p> },
    ],
    { initialEntries: ['/login'] },
  );
  router.subscribe(({ location }) => visited.push(location.pathname));
  const { unmount } = render(
    <ChakraProvider value={system}>
      <RouterProvider router={router} />
    </ChakraProvider>,
  );
  return { user: userEvent.setup(), router, visited, unmount };
}

/** The shell's behaviour on the login route (spec section 2). */
function SignedOutOnly({ screen }: { screen: ReactNode }) {
  return useSession().token === null ? screen : <Navigate to="/profile" replace />;
}
