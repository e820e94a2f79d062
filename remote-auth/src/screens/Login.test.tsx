import { MemoryRouter } from '@kargo/shared-runtime/router';
import { endSession, type SessionEnd, startSession } from '@kargo/shared-runtime/session';
import { writeConfiguration } from '@kargo/shared-runtime/testing/fake-api';
import { act, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { openLogin } from '../testing/open-login.tsx';
import Login from './Login.tsx';

jest.mock(
  '@kargo/shared-runtime/identity',
  () => jest.requireActual('../testing/fake-identity.ts').fakeIdentity,
);

beforeAll(() => writeConfiguration());

function endASession(reason: SessionEnd) {
  startSession({ token: 'token', loginUser: null });
  endSession(reason);
}

test('has one heading, which takes the focus when the screen is entered', () => {
  openLogin();
  const [heading, ...others] = screen.getAllByRole('heading');
  expect(others).toEqual([]);
  expect(heading).toHaveTextContent('Welcome back. Log in to your profile.');
  expect(heading?.tagName).toBe('H1');
  expect(heading).toHaveAttribute('tabindex', '-1');
  expect(screen.getByText('Drivers sign up in the Kargo app.')).toBeVisible();
});

test('leads back home', async () => {
  const { user } = openLogin();
  const back = screen.getByRole('link', { name: 'Back' });
  expect(back).toHaveAttribute('href', '/');
  await user.click(back);
  await screen.findByText('Home page');
});

test('can be used in the order it is read, by keyboard alone', async () => {
  const { user } = openLogin();
  const stops: (string | null | undefined)[] = [];
  for (let press = 0; press < 6; press += 1) {
    await user.tab();
    const stop = document.activeElement;
    stops.push(stop?.getAttribute('name') ?? stop?.textContent);
  }
  expect(stops).toEqual([
    'Back',
    'email',
    'password',
    'Show password',
    'Forgot password',
    'Sign In',
  ]);
});

test.each<[SessionEnd, string]>([
  ['expired', 'Your session has expired. Please log in again.'],
  ['ended-in-other-tab', 'You were logged out in another tab.'],
  ['logged-out', 'You are logged out.'],
])('says why the last session ended: %s', (reason, sentence) => {
  endASession(reason);
  openLogin();
  expect(screen.getByText(sentence).parentElement).toHaveRole('status');
});

test('says nothing about a profile that could not be loaded', () => {
  endASession('profile-load-failed');
  openLogin();
  expect(screen.queryByText(/logged out|expired/)).not.toBeInTheDocument();
});

test('The form cannot be sent before hydration; afterwards it can, with what was typed', async () => {
  const errors = jest.spyOn(console, 'error');
  const site = (
    <MemoryRouter initialEntries={['/login']}>
      <Login />
    </MemoryRouter>
  );
  const page = document.body.appendChild(document.createElement('div'));
  page.innerHTML = renderToString(site);
  const button = page.querySelector('[type=submit]');
  expect(button).toBeDisabled();
  // The content security policy would block them.
  expect(page.querySelector('[style]')).toBeNull();
  const email = page.querySelector<HTMLInputElement>('[name=email]');
  if (email) email.value = 'early@kargo.example';
  await act(async () => hydrateRoot(page, site));
  expect(email).toHaveValue('early@kargo.example');
  expect(email).toBeInTheDocument();
  expect(button).toBeEnabled();
  expect(errors).not.toHaveBeenCalled();
});
