import { getSession } from '@kargo/shared-runtime/session';
import { FakeApi } from '@kargo/shared-runtime/testing/fake-api';
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { Toasts } from '../notices/Toasts.tsx';
import { newDriver, showSignedIn } from '../testing/signed-in.tsx';
import { ChangePassword } from './ChangePassword.tsx';

const changePassword = jest.fn();
const api = new FakeApi();

jest.mock('@kargo/shared-runtime/identity', () => ({
  changePassword: (...passwords: string[]) => changePassword(...passwords),
  signOut: async () => {},
}));

const emailAtProvider = jest.fn(async (): Promise<string | null> => null);
jest.mock('@kargo/shared-runtime/session-actions', () => ({
  emailAtProvider: () => emailAtProvider(),
}));

function providerError(code: string, message: string): Error {
  return Object.assign(new Error(message), { name: 'IdentityError', code });
}

const submit = () => screen.getByRole('button', { name: 'Change Password' });

async function enter(user: UserEvent, [old, fresh, confirmed]: [string, string, string]) {
  await user.type(screen.getByLabelText('Old Password'), old);
  await user.type(screen.getByLabelText('New Password'), fresh);
  await user.type(screen.getByLabelText('Confirm Password'), confirmed);
  await user.click(submit());
}

beforeEach(() => {
  changePassword.mockReset();
  api.requests.length = 0;
  api.on('/password-changed', { status: 204 });
  api.on('/ip', { body: { ip: '203.0.113.7' } });
});
afterAll(() => api.remove());

test('Drivers change their password, and stay signed in', async () => {
  changePassword.mockResolvedValue(async () => 'fresh-id-token');
  const user = showSignedIn(() => (
    <>
      <ChangePassword profile={newDriver} />
      <Toasts />
    </>
  ));
  await user.click(screen.getByRole('button', { name: 'Show New Password' }));
  await enter(user, ['old one', ' new one ', ' new one ']);

  const toast = await screen.findByText('Password changed successfully!');
  expect(toast.closest('[role=status]')).toBeVisible();
  expect(changePassword).toHaveBeenCalledWith('old one', ' new one ');
  for (const label of ['Old Password', 'New Password', 'Confirm Password']) {
    expect(screen.getByLabelText(label)).toHaveValue('');
    expect(screen.getByLabelText(label)).toHaveAttribute('type', 'password');
  }
  expect(getSession().token).toBe('token');
  const note = screen.getByText('Other devices have been logged out.');
  expect(note.closest('[role=status]')).toBeVisible();
  expect(api.sentTo('/driver/password-changed')).toMatchObject([
    { method: 'POST', body: JSON.stringify({ firebase_token: 'fresh-id-token' }) },
  ]);
});

test('Nothing is claimed about other devices when our API does not respond', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  api.on('/password-changed', 'no response');
  changePassword.mockResolvedValue(async () => 'fresh-id-token');
  const user = showSignedIn(() => (
    <>
      <ChangePassword profile={newDriver} />
      <Toasts />
    </>
  ));
  await enter(user, ['old', 'new one', 'new one']);
  const toast = await screen.findByText('Password changed successfully!');
  expect(toast.closest('[role=status]')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Old Password')).toHaveValue(''));
  expect(screen.queryByText(/Other devices/)).not.toBeInTheDocument();
});

test('Nothing is changed without a response while offline, nor later by itself', async () => {
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  changePassword.mockRejectedValue(
    Object.assign(new Error(), { name: 'IdentityError', code: 'auth/network-request-failed' }),
  );
  const user = showSignedIn(ChangePassword);
  await enter(user, ['old one', 'new one', 'new one']);
  const dialog = await screen.findByRole('alertdialog', { name: 'Failed to change password' });
  expect(dialog).toHaveTextContent("You're offline. Nothing was sent;");
  online.mockRestore();
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(changePassword).toHaveBeenCalledTimes(1);
});

test('Drivers and password managers learn whose password it is', async () => {
  emailAtProvider.mockResolvedValueOnce('maya@kargo.example');
  showSignedIn(ChangePassword, { ...newDriver, masked_email: 'm•••@kargo.example' });
  expect(screen.getByText('m•••@kargo.example')).toBeVisible();
  expect(await screen.findByText('maya@kargo.example')).toBeVisible();
  const username = document.querySelector('[autocomplete=username]');
  expect(username).toHaveValue('maya@kargo.example');
  expect(screen.getByLabelText('Old Password')).toHaveAttribute('autocomplete', 'current-password');
  expect(screen.getByLabelText('New Password')).toHaveAttribute('autocomplete', 'new-password');
  expect(screen.getByLabelText('Confirm Password')).toHaveAttribute('autocomplete', 'new-password');
});

test('Two presses change the password once', async () => {
  changePassword.mockResolvedValue(async () => 'fresh-id-token');
  const user = showSignedIn(ChangePassword);
  await user.type(screen.getByLabelText('Old Password'), 'old one');
  await user.type(screen.getByLabelText('New Password'), 'new one');
  await user.type(screen.getByLabelText('Confirm Password'), 'new one');
  await act(async () => {
    submit().click();
    submit().click();
  });
  await screen.findByText('Other devices have been logged out.');
  expect(changePassword).toHaveBeenCalledTimes(1);
});

test('Missing fields are reported before any call', async () => {
  const user = showSignedIn(ChangePassword);
  await user.click(submit());
  expect(await screen.findByText('Old Password is required')).toBeVisible();
  expect(screen.getByText('New Password is required')).toBeVisible();
  expect(screen.getByText('Confirm Password is required')).toBeVisible();
  expect(changePassword).not.toHaveBeenCalled();
});

test('A difference is forgotten once the new password is corrected', async () => {
  const user = showSignedIn(ChangePassword);
  const message = 'New password and confirm password do not match';
  await enter(user, ['old', 'new', 'newer']);
  expect(await screen.findByText(message)).toBeVisible();
  await user.type(screen.getByLabelText('New Password'), 'er');
  await waitFor(() => expect(screen.queryByText(message)).not.toBeInTheDocument());
});

test.each([
  ['auth/invalid-credential', 'Your old password is incorrect.'],
  ['auth/wrong-password', 'Your old password is incorrect.'],
  ['auth/weak-password', 'Choose a longer password (at least 6 characters).'],
  [
    'auth/password-does-not-meet-requirements',
    'Choose a longer password, with capital and small letters, digits and signs.',
  ],
  ['auth/too-many-requests', 'Too many attempts. Wait a few minutes, then try again.'],
  ['auth/user-disabled', 'This account is disabled. Contact hello@kargo.example.'],
])('%s is put in plain words above the words of the provider', async (code, sentence) => {
  changePassword.mockRejectedValue(providerError(code, `Firebase: Error (${code}).`));
  const user = showSignedIn(ChangePassword);
  await enter(user, ['old', 'new', 'new']);

  const dialog = await screen.findByRole('alertdialog', { name: 'Failed to change password' });
  expect(dialog).toHaveTextContent(sentence);
  expect(dialog).toHaveTextContent('Please try again.');
  expect(dialog).toHaveTextContent(`Firebase: Error (${code}).`);
  expect(screen.getByLabelText('Old Password')).toHaveValue('old');
  expect(getSession().token).toBe('token');
});

test('A failure that is not the provider’s shows no internals', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  changePassword.mockRejectedValue(new Error('No identity provider is configured'));
  const user = showSignedIn(ChangePassword);
  await enter(user, ['old', 'new', 'new']);
  const dialog = await screen.findByRole('alertdialog', { name: 'Failed to change password' });
  expect(dialog).toHaveTextContent('Please try again.');
  expect(dialog).not.toHaveTextContent('configured');
});

test('Drivers who came by a magic link are told that the provider does not know them', async () => {
  changePassword.mockResolvedValue(null);
  const user = showSignedIn(ChangePassword);
  await enter(user, ['old', 'new', 'new']);
  const dialog = await screen.findByRole('alertdialog', { name: 'User not logged in' });
  expect(dialog).toHaveTextContent('Log in with your email and password to change it.');
});
