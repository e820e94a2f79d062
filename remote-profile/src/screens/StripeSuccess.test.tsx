import { MemoryRouter, Route, Routes } from '@kargo/shared-runtime/router';
import { paths } from '@kargo/shared-types/page/paths';
import { screen } from '@testing-library/react';
import { showSignedIn } from '../testing/signed-in.tsx';
import StripeSuccess from './StripeSuccess.tsx';

test('Drivers see that their setup is complete, and go home', async () => {
  const user = showSignedIn(() => (
    <MemoryRouter initialEntries={[paths.stripeSuccess()]}>
      <Routes>
        <Route path={paths.stripeSuccess()} element={<StripeSuccess />} />
        <Route path={paths.home()} element="Home" />
      </Routes>
    </MemoryRouter>
  ));
  expect(screen.getByRole('heading', { level: 1, name: 'Setup Complete!' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back To Home' }));
  expect(await screen.findByText('Home')).toBeVisible();
});
