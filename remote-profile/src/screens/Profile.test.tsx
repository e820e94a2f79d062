import { apiClient } from '@kargo/shared-runtime/api-client';
import { startSession, updateSession } from '@kargo/shared-runtime/session';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { newDriver } from '../testing/signed-in.tsx';
import Profile from './Profile.tsx';

async function openProfile() {
  startSession({ token: 'token', loginUser: { name: newDriver.name } });
  // Toasts are shown in a task of their own.
  await act(async () => {
    render(<Profile />);
  });
}

test('There is no form until the profile has loaded, since it could be the wrong one', async () => {
  await openProfile();
  expect(screen.getByTestId('profile-skeleton')).toBeInTheDocument();
  expect(screen.queryByTestId('payout-state')).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('My profile');

  act(() => updateSession({ loginUser: { ...newDriver, form_completed: true } }));
  expect(screen.queryByTestId('profile-skeleton')).not.toBeInTheDocument();
  expect(screen.getByTestId('payout-state')).toHaveAttribute('data-state', 'pending');
});

test('The sections have the order of the specification', async () => {
  await openProfile();
  act(() => updateSession({ loginUser: newDriver }));
  expect(screen.getAllByRole('heading', { level: 2 }).map((h2) => h2.textContent)).toEqual([
    'Profile Information',
    'Change Password',
    'Stripe Connected Account',
    'Danger Zone',
  ]);
});

test.each([
  [{}, 'Payouts not set up'],
  [{ form_completed: true }, 'Finish setup by e-mail'],
  [{ form_completed: true, onboarding_completed: true }, 'Ready to be paid'],
  [{ onboarding_error: 'listed' }, 'Payouts are paused'],
])('For a driver with %p, the head of the page says "%s"', async (change, chip) => {
  await openProfile();
  act(() => updateSession({ loginUser: { ...newDriver, ...change } }));
  fireEvent.click(screen.getByRole('link', { name: chip }));
  expect(screen.getByRole('heading', { name: 'Stripe Connected Account' })).toHaveFocus();
  expect(screen.getByText(newDriver.name)).toBeVisible();
  expect(screen.getByText(newDriver.phone)).toBeVisible();
});

test('Drivers who come back to the page see what has changed, after one request', async () => {
  await openProfile();
  act(() => updateSession({ loginUser: { ...newDriver, form_completed: true } }));
  const verify = jest
    .spyOn(apiClient, 'verifyQuietly')
    .mockResolvedValue({ ...newDriver, form_completed: true, onboarding_completed: true });
  await act(async () => {
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('focus'));
  });
  await waitFor(() => {
    expect(screen.getByTestId('payout-state')).toHaveAttribute('data-state', 'done');
  });
  expect(verify).toHaveBeenCalledTimes(1);
});

test('Another driver finds nothing of the previous one in the forms', async () => {
  await openProfile();
  act(() => updateSession({ loginUser: { ...newDriver, id: 'id-of-maya' } }));
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Maya II' } });
  const ben = { ...newDriver, id: 'id-of-ben', name: 'Ben Marsh' };
  act(() => startSession({ token: 'token of ben', loginUser: ben }));
  expect(screen.getByLabelText('Name')).toHaveValue('Ben Marsh');
  expect(screen.queryByText(/We kept/)).not.toBeInTheDocument();
});

test('The links to the sections move the focus to their headings, not the address', async () => {
  await openProfile();
  act(() => updateSession({ loginUser: newDriver }));
  const links = within(screen.getByRole('navigation', { hidden: true }));
  for (const { textContent } of screen.getAllByRole('heading', { level: 2 })) {
    fireEvent.click(links.getByRole('link', { name: textContent, hidden: true }));
    expect(screen.getByRole('heading', { level: 2, name: textContent })).toHaveFocus();
  }
  expect(window.location.hash).toBe('');
});
