import { apiClient } from '@kargo/shared-runtime/api-client';
import { MemoryRouter, Route, Routes } from '@kargo/shared-runtime/router';
import { paths } from '@kargo/shared-types/page/paths';
import { screen, waitFor } from '@testing-library/react';
import { button, refusal, showSignedIn } from '../testing/signed-in.tsx';
import StripeError from './StripeError.tsx';
import StripeSuccess from './StripeSuccess.tsx';

const resendButton = () => button('Resend Email');

function open(query: string) {
  return showSignedIn(() => (
    <MemoryRouter initialEntries={[`${paths.stripeError()}${query}`]}>
      <Routes>
        <Route path={paths.stripeError()} element={<StripeError />} />
        <Route path={paths.home()} element="Home" />
      </Routes>
    </MemoryRouter>
  ));
}

test('Drivers whose link has expired get a new one, and go back home', async () => {
  const resend = jest.spyOn(apiClient, 'resendOnboardingLink').mockResolvedValue();
  const user = open('?token=%20eyJpdiI6.a+b/c=).');
  await user.click(resendButton());
  expect(resend).toHaveBeenCalledWith('eyJpdiI6.a+b/c=', 1);
  expect(await screen.findByText('Link sent successfully to your email address.')).toBeVisible();
  await user.click(button('Close'));
  expect(await screen.findByText('Home')).toBeVisible();
});

test('While one mail is on its way, no other is sent', async () => {
  let answer = () => {};
  const resend = jest
    .spyOn(apiClient, 'resendOnboardingLink')
    .mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const user = open('?token=abc');
  await user.dblClick(resendButton());
  expect(resendButton()).toHaveAttribute('aria-disabled', 'true');
  expect(resend).toHaveBeenCalledTimes(1);
  answer();
  expect(await screen.findByRole('alertdialog', { name: 'Secure link sent' })).toBeVisible();
});

test('If it could not be sent they stay, and can try again', async () => {
  const resend = jest.spyOn(apiClient, 'resendOnboardingLink').mockRejectedValue(refusal(null));
  const user = open('?token=abc');
  await user.click(resendButton());
  expect(await screen.findByRole('alertdialog', { name: 'Error' })).toBeVisible();
  await user.click(button('Close'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(screen.queryByText('Home')).not.toBeInTheDocument();
  await user.click(resendButton());
  expect(resend).toHaveBeenCalledTimes(2);
});

test('If their session is over they see no error, since the page goes to the login', async () => {
  jest.spyOn(apiClient, 'resendOnboardingLink').mockRejectedValue(refusal(401, 'Unauthenticated'));
  const user = open('?token=abc');
  await user.click(resendButton());
  await waitFor(() => expect(resendButton()).toHaveAttribute('aria-disabled', 'false'));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('Drivers whose link was cut off learn so, and what to do', async () => {
  jest
    .spyOn(apiClient, 'resendOnboardingLink')
    .mockRejectedValue(refusal(404, 'This link is incomplete.', 'not_found'));
  const user = open('?token=ab');
  await user.click(resendButton());
  const dialog = await screen.findByRole('alertdialog', { name: 'Error' });
  expect(dialog).toHaveTextContent('This link is incomplete.');
  expect(dialog).toHaveTextContent('Log in and resend it from your profile.');
  await user.click(button('Close'));
  expect(await screen.findByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    paths.login(),
  );
  expect(resendButton()).toHaveFocus();
});

test.each(['', '?token=', '?token=%20'])(
  'Without a token ("%s") there is nothing to send',
  (query) => {
    open(query);
    expect(resendButton()).toBeDisabled();
    expect(resendButton()).toHaveAccessibleDescription(
      'This link is incomplete. Log in and resend it from your profile.',
    );
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', paths.login());
  },
);

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
