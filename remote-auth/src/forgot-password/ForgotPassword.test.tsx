import { writeConfiguration } from '@kargo/shared-runtime/testing/fake-api';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
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

const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const forgotPassword = () => screen.getByRole('button', { name: 'Forgot password' });

/** Opens the login with this address in its field. */
function openWith(address: string) {
  const { user } = openLogin();
  fireEvent.change(email(), { target: { value: address } });
  return user;
}

async function askFor(address: string) {
  const user = openWith(address);
  await user.click(forgotPassword());
  return user;
}

test.each(['', '   '])(
  'Without an address ("%s") it asks for one, until it is typed',
  async (none) => {
    const user = await askFor(none);
    const message = 'Please type your email address in email field';
    expect(await screen.findByText(message)).toBeVisible();
    expect(email()).toHaveFocus();
    expect(email()).toHaveAccessibleDescription(`Error: ${message}`);
    expect(fakeIdentity.sendPasswordReset).not.toHaveBeenCalled();
    await user.clear(email());
    await user.paste('ada@kargo.example');
    await waitFor(() => expect(email()).toBeValid());
  },
);

test('A malformed address is reported at the field, and nothing is sent', async () => {
  await askFor('ada@kargo');
  expect(await screen.findByText('Email must be valid')).toBeVisible();
  expect(email()).toHaveFocus();
  expect(fakeIdentity.sendPasswordReset).not.toHaveBeenCalled();
});

test('The mail goes to the address, without spaces around it, and the alert names it', async () => {
  const user = await askFor(' ada@kargo.example ');
  const alert = await screen.findByRole('alertdialog', {
    name: 'Password reset email sent to given email address successfully',
  });
  expect(alert).toHaveTextContent('It went to ada@kargo.example.');
  expect(alert).toHaveAccessibleDescription(/If it isn't there in a few minutes, check spam\.$/);
  expect(fakeIdentity.sendPasswordReset.mock.calls).toEqual([['ada@kargo.example']]);
  expect(screen.queryByText('Password is required')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(forgotPassword()).toHaveFocus();
});

test.each([
  ['refuses', identityError('auth/user-not-found'), ''],
  [
    'refuses more attempts',
    identityError('auth/too-many-requests'),
    'Too many attempts. Wait a few minutes, then try again.',
  ],
  [
    'cannot be reached',
    identityError('auth/network-request-failed'),
    'Check your connection, then try again.',
  ],
  ['is not configured', new Error('No identity provider is configured'), ''],
])('A provider that %s sends nothing', async (_what, error, description) => {
  fakeIdentity.sendPasswordReset.mockRejectedValue(error);
  await askFor('ada@kargo.example');
  const alert = await screen.findByRole('alertdialog', {
    name: 'Failed to send password reset email.',
  });
  expect(alert).toHaveAccessibleDescription(description);
});

test('Nothing was sent if there is no response while the browser is offline', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fakeIdentity.sendPasswordReset.mockRejectedValue(identityError('auth/network-request-failed'));
  await askFor('ada@kargo.example');
  await screen.findByRole('alertdialog', {
    name: "You're offline. Nothing was sent; your entries are still here.",
  });
  expect(fakeIdentity.sendPasswordReset).toHaveBeenCalledTimes(1);
});

test('One mail is sent, however often the button is pressed', async () => {
  let sent = () => {};
  fakeIdentity.sendPasswordReset.mockReturnValue(new Promise((resolve) => (sent = resolve)));
  const user = openWith('ada@kargo.example');
  await act(async () => {
    forgotPassword().click();
    forgotPassword().click();
  });
  await user.dblClick(forgotPassword());
  expect(forgotPassword()).toHaveAttribute('aria-disabled', 'true');
  await act(async () => sent());
  await screen.findByRole('alertdialog');
  expect(fakeIdentity.sendPasswordReset).toHaveBeenCalledTimes(1);
});
