import { act, render, screen } from '@testing-library/react';
import { startSession, updateSession } from 'shared-runtime/session';
import { ChakraProvider, system } from 'shared-runtime/ui';
import { newDriver } from '../testing/signed-in.tsx';
import Profile from './Profile.tsx';

async function openProfile() {
  startSession({ token: 'token', loginUser: { name: newDriver.name } });
  // Toasts look for what is to be shown in a task of their own.
  await act(async () => {
    render(
      <ChakraProvider value={system}>
        <Profile />
      </ChakraProvider>,
    );
  });
}

test('There is no form until the profile has answered, since it could be the wrong one', async () => {
  await openProfile();
  expect(screen.getByTestId('profile-skeleton')).toBeInTheDocument();
  expect(screen.queryByTestId('payout-state')).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('My profile');

  act(() => updateSession({ loginUser: { ...newDriver, form_completed: true } }));
  expect(screen.queryByTestId('profile-skeleton')).not.toBeInTheDocument();
  expect(screen.getByTestId('payout-state')).toHaveAttribute('data-state', 'pending');
});

test('The sections stand in the order of the specification', async () => {
  await openProfile();
  act(() => updateSession({ loginUser: newDriver }));
  expect(screen.getAllByRole('heading', { level: 2 }).map((h2) => h2.textContent)).toEqual([
    'Profile Information',
    'Change Password',
    'Stripe Connected Account',
    'Danger Zone',
  ]);
});
