import { screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'shared-runtime/router';
import { paths } from 'shared-types/page/paths';
import { showSignedIn } from '../testing/signed-in.tsx';
import StripeSuccess from './StripeSuccess.tsx';

test('Drivers read that their setup is complete, and go home', async () => {
  const router = createMemoryRouter(
    [
      { path: paths.stripeSuccess(), Component: StripeSuccess },
      { path: paths.home(), element: 'Home' },
    ],
    { initialEntries: [paths.stripeSuccess()] },
  );
  const user = showSignedIn(() => <RouterProvider router={router} />);
  expect(screen.getByRole('heading', { level: 1, name: 'Setup Complete!' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back To Home' }));
  expect(await screen.findByText('Home')).toBeVisible();
});
