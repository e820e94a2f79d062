import { writeConfiguration } from '@kargo/shared-runtime/testing/fake-api';
import { act, screen, waitFor } from '@testing-library/react';
import { fakeIdentity, identityError } from '../testing/fake-identity.ts';
import { openLogin } from '../testing/open-login.tsx';

jest.mock(
  '@kargo/shared-runtime/identity',
  () => jest.requireActual('../testing/fake-identity.ts').fakeIdentity,
);

beforeAll(() => writeConfiguration());

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  fakeIdentity.sendPasswordReset.mockReset().mockResolvedValue();
});

const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
const forgotPassword = () => screen.getByRole('button', { name: 'Forgot password' });

async function askFor(address: string) {
  const { user } = openLogin();
  if (address !== '') await user.type(email(), address);
  await user.click(forgotPassword());
  return user;
}

test.each(['', '   '])('without an address ("%s") it asks for one', async (address) => {
  await askFor(address);
  const message = 'Please type your email address in email field';
  expect(await screen.findByText(message)).toBeVisible();
  expect(email()).toHaveFocus();
  expect(email()).toHaveAccessibleDescription(`Error: ${message}`);
  expect(fakeIdentity.sendPasswordReset).not.toHaveBeenCalled();
});

test('what it asked for is no longer an error once it is typed', async () => {
  const user = await askFor('');
  await user.type(email(), 'ada@kargo.example');
  await waitFor(() => expect(email()).toBeValid());
});

test('a malformed address is reported at the field, and nothing is sent', async () => {
  await askFor('ada@kargo');
  expect(await screen.findByText('Email must be valid')).toBeVisible();
  expect(email()).toHaveFocus();
  expect(fakeIdentity.sendPasswordReset).not.toHaveBeenCalled();
});

test('the password is not asked for', async () => {
  await askFor('ada@kargo.example');
  await screen.findByRole('alertdialog');
  expect(screen.queryByText('Password is required')).not.toBeInTheDocument();
});

test('the mail goes to the address, without the spaces around it, and the alert names it', async () => {
  const user = await askFor(' ada@kargo.example ');
  const alert = await screen.findByRole('alertdialog', {
    name: 'Password reset email sent to given email address successfully',
  });
  expect(alert).toHaveTextContent('It went to ada@kargo.example.');
  expect(alert).toHaveAccessibleDescription(/If it isn't there in a few minutes, check spam\.$/);
  expect(fakeIdentity.sendPasswordReset.mock.calls).toEqual([['ada@kargo.example']]);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(forgotPassword()).toHaveFocus());
});

test('two presses send one mail', async () => {
  const { user } = openLogin();
  await user.type(email(), 'ada@kargo.example');
  await act(async () => {
    forgotPassword().click();
    forgotPassword().click();
  });
  await screen.findByRole('alertdialog');
  expect(fakeIdentity.sendPasswordReset).toHaveBeenCalledTimes(1);
});

test.each([
  ['refuses', identityError('auth/user-not-found'), ''],
  [
    'has had enough',
    identityError('auth/too-many-requests'),
    'Too many attempts. Wait a few minutes, then try again.',
  ],
  [
    'cannot be reached',
    identityError('auth/network-request-failed'),
    'Check your connection, then try again.',
  ],
  ['is not configured', new Error('No identity provider is configured'), ''],
])('a provider that %s has failed to send it', async (_what, error, description) => {
  fakeIdentity.sendPasswordReset.mockRejectedValue(error);
  await askFor('ada@kargo.example');
  const alert = await screen.findByRole('alertdialog', {
    name: 'Failed to send password reset email.',
  });
  expect(alert).toHaveAccessibleDescription(description);
});

test('without a response while the browser is offline nothing was sent', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fakeIdentity.sendPasswordReset.mockRejectedValue(identityError('auth/network-request-failed'));
  await askFor('ada@kargo.example');
  await screen.findByRole('alertdialog', {
    name: "You're offline. Nothing was sent; your entries are still here.",
  });
  expect(fakeIdentity.sendPasswordReset).toHaveBeenCalledTimes(1);
});

test('one mail is sent, however often the button is pressed in the meantime', async () => {
  let sent = () => {};
  fakeIdentity.sendPasswordReset.mockReturnValue(new Promise((resolve) => (sent = resolve)));
  const user = await askFor('ada@kargo.example');
  await user.dblClick(forgotPassword());
  expect(forgotPassword()).toHaveAttribute('aria-disabled', 'true');
  await act(async () => sent());
  await screen.findByRole('alertdialog');
  expect(fakeIdentity.sendPasswordReset).toHaveBeenCalledTimes(1);
});
