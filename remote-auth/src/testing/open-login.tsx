import { Navigate, Route, Routes } from '@kargo/shared-runtime/router';
import { useSession } from '@kargo/shared-runtime/session';
import { TestRouter } from '@kargo/shared-runtime/testing/test-router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import Login from '../screens/Login.tsx';

/** Opens the login in a site like the shell's: with its guard, and pages to go to. */
export function openLogin(home: ReactNode = <p>Home page</p>) {
  const router = new TestRouter('/login');
  const { unmount } = render(
    <router.Router>
      <Routes>
        <Route path="/" element={home} />
        <Route path="/login" element={<SignedOutOnly screen={<Login />} />} />
        <Route path="/profile" element={<p>Profile page</p>} />
      </Routes>
    </router.Router>,
  );
  return { user: userEvent.setup(), router, unmount };
}

/** The shell's behaviour on the login route (spec section 2). */
function SignedOutOnly({ screen }: { screen: ReactNode }) {
  return useSession().token === null ? screen : <Navigate to="/profile" replace />;
}
