import { getSession } from '@kargo/shared-runtime/session';
import { FakeApi } from '@kargo/shared-runtime/testing/fake-api';
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { Toasts } from '../notices/Toasts.tsx';
import { button, field, fillIn, newDriver, showSignedIn } from '../testing/signed-in.tsx';
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

const submit = () => button('Change Password');

const failure = () => screen.findByRole('alertdialog', { name: 'Failed to change password' });

async function send(user: UserEvent, old = 'old', fresh = 'new', confirmed = fresh) {
  fillIn('Old Password', old);
  fillIn('New Password', fresh);
  fillIn('Confirm Password', confirmed);
  await user.click(submit());
}

const withToasts = () => (
  <>
    <ChangePassword profile={newDriver} />
    <Toasts />
  </>
);

beforeEach(() => {
  changePassword.mockReset();
  api.requests.length = 0;
  api.on('/password-changed', { status: 204 });
  api.on('/ip', { body: { ip: '203.0.113.7' } });
});
afterAll(() => api.remove());

test('Drivers change their password, and stay signed in', async () => {
  changePassword.mockResolvedValue(async () => 'fresh-id-token');
  const user = showSignedIn(withToasts);
  await user.click(button('Show New Password'));
  await send(user, 'old one', ' new one ');

  const toast = await screen.findByText('Password changed successfully!');
  expect(toast.closest('[role=status]')).toBeVisible();
  expect(changePassword).toHaveBeenCalledWith('old one', ' new one ');
  for (const label of ['Old Password', 'New Password', 'Confirm Password']) {
    expect(field(label)).toHaveValue('');
    expect(field(label)).toHaveAttribute('type', 'password');
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
  const user = showSignedIn(withToasts);
  await send(user);
  const toast = await screen.findByText('Password changed successfully!');
  expect(toast.closest('[role=status]')).toBeVisible();
  await waitFor(() => expect(field('Old Password')).toHaveValue(''));
  expect(screen.queryByText(/Other devices/)).not.toBeInTheDocument();
});

test('Nothing is changed without a response while offline, nor later by itself', async () => {
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  changePassword.mockRejectedValue(
    Object.assign(new Error(), { name: 'IdentityError', code: 'auth/network-request-failed' }),
  );
  const user = showSignedIn(ChangePassword);
  await send(user);
  const dialog = await failure();
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
  expect(field('Old Password')).toHaveAttribute('autocomplete', 'current-password');
  expect(field('New Password')).toHaveAttribute('autocomplete', 'new-password');
  expect(field('Confirm Password')).toHaveAttribute('autocomplete', 'new-password');
});

test('Two presses change the password once', async () => {
  changePassword.mockResolvedValue(async () => 'fresh-id-token');
  showSignedIn(ChangePassword);
  for (const label of ['Old Password', 'New Password', 'Confirm Password']) fillIn(label, 'new');
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

test('A mismatch is no longer reported once the new password is corrected', async () => {
  const user = showSignedIn(ChangePassword);
  const message = 'New password and confirm password do not match';
  await send(user, 'old', 'new', 'newer');
  expect(await screen.findByText(message)).toBeVisible();
  await user.type(field('New Password'), 'er');
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
])("%s is put in plain words above the provider's", async (code, sentence) => {
  changePassword.mockRejectedValue(providerError(code, `Firebase: Error (${code}).`));
  const user = showSignedIn(ChangePassword);
  await send(user);

  const dialog = await failure();
  expect(dialog).toHaveTextContent(sentence);
  expect(dialog).toHaveTextContent('Please try again.');
  expect(dialog).toHaveTextContent(`Firebase: Error (${code}).`);
  expect(field('Old Password')).toHaveValue('old');
  expect(getSession().token).toBe('token');
});

test('A failure that is not the provider’s shows no internals', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  changePassword.mockRejectedValue(new Error('No identity provider is configured'));
  const user = showSignedIn(ChangePassword);
  await send(user);
  const dialog = await failure();
  expect(dialog).toHaveTextContent('Please try again.');
  expect(dialog).not.toHaveTextContent('configured');
});

test('Drivers who came by a magic link learn that the provider does not know them', async () => {
  changePassword.mockResolvedValue(null);
  const user = showSignedIn(ChangePassword);
  await send(user);
  const dialog = await screen.findByRole('alertdialog', { name: 'User not logged in' });
  expect(dialog).toHaveTextContent('Log in with your email and password to change it.');
});
