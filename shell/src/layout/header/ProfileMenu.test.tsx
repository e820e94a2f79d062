import { endSession, getSession, startSession } from '@kargo/shared-runtime/session';
import * as sessionActions from '@kargo/shared-runtime/session-actions';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { renderAt, writeConfiguration } from '../../testing/render-at.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';

jest.mock('@kargo/shared-runtime/session-actions', () => ({ logOut: jest.fn() }));
const logOut = jest.mocked(sessionActions.logOut);

beforeAll(writeConfiguration);
beforeEach(() => {
  logOut.mockReset();
  startSession({ token: 'x', loginUser: null });
});
afterEach(() => act(() => endSession('logged-out')));

function renderMenu(name: string | null = 'Maya Rivers') {
  return renderAt(
    '/about',
    <>
      <ProfileMenu placement="bar" user={name === null ? null : { name }} />
      <button type="button">Elsewhere</button>
    </>,
  );
}

const button = () => screen.getByRole('button', { name: 'Profile' });
const isOpen = () => button().getAttribute('aria-expanded') === 'true';

async function startLoggingOut() {
  const user = userEvent.setup();
  await user.click(button());
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  return user;
}

test("The driver's name is next to the button, once it is known", () => {
  const { unmount } = renderMenu(null);
  expect(button()).toHaveTextContent(/^Profile$/);
  unmount();
  const { unmount: unmountNameless } = renderMenu('');
  expect(screen.queryByText(/Signed in as/)).toBeNull();
  unmountNameless();
  renderMenu('Maya Rivers');
  expect(button()).toHaveAccessibleName('Profile');
  expect(screen.getByText('Maya Rivers')).toBeInTheDocument();
});

test('The submenu is inert while it is closed', () => {
  renderMenu();
  expect(screen.getByText('My Profile').closest('[inert]')).not.toBeNull();
});

test('The submenu opens by keyboard, closes with Escape, and gives the focus back', async () => {
  renderMenu();
  const user = userEvent.setup();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(isOpen()).toBe(true);
  await user.tab();
  expect(screen.getByRole('link', { name: 'My Profile' })).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Logout' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(isOpen()).toBe(false);
  expect(button()).toHaveFocus();
});

test.each([
  [
    'moves on with the keyboard',
    (user: ReturnType<typeof userEvent.setup>) => user.tab({ shift: true }),
  ],
  [
    'clicks elsewhere',
    (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByText('Elsewhere')),
  ],
])('The submenu closes when the driver %s', async (_how, leave) => {
  renderMenu();
  const user = userEvent.setup();
  await user.click(button());
  await leave(user);
  expect(isOpen()).toBe(false);
});

test('The submenu stays open while the loading overlay holds the page', async () => {
  const { container } = renderMenu();
  await userEvent.click(button());
  container.setAttribute('inert', '');
  // Browsers move the focus out of an element that becomes inert.
  act(() => button().blur());
  container.removeAttribute('inert');
  expect(isOpen()).toBe(true);
});

describe('In a browser that does not focus clicked buttons, the submenu', () => {
  const click = (element: HTMLElement) => {
    fireEvent.pointerDown(element);
    fireEvent.click(element);
  };

  test('closes when the driver clicks elsewhere', () => {
    renderMenu();
    click(button());
    expect(isOpen()).toBe(true);
    fireEvent.pointerDown(screen.getByText('Elsewhere'));
    expect(isOpen()).toBe(false);
    expect(document.body).toHaveFocus();
  });

  test('closes with Escape, and the button has the focus', () => {
    renderMenu();
    click(button());
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(isOpen()).toBe(false);
    expect(button()).toHaveFocus();
  });

  test('stays open while an item is pressed, and the focus stays where it is', () => {
    renderMenu();
    click(button());
    const item = screen.getByRole('button', { name: 'Logout' });
    fireEvent.pointerDown(item);
    expect(fireEvent.mouseDown(item)).toBe(false);
    expect(isOpen()).toBe(true);
  });
});

test('My Profile leads to the profile, and the submenu closes on the way', async () => {
  const { router } = renderMenu();
  const user = userEvent.setup();
  await user.click(button());
  await user.click(screen.getByRole('link', { name: 'My Profile' }));
  expect(router.location.pathname).toBe('/profile');
  expect(isOpen()).toBe(false);
});

test('A log-out that succeeds asks nothing', async () => {
  logOut.mockResolvedValue();
  renderMenu();
  await startLoggingOut();
  expect(logOut).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('A log-out that fails keeps the session, asks what to do, and can be tried again', async () => {
  const failure = Object.assign(new Error(), { reference: '4f1c-22' });
  logOut.mockRejectedValueOnce(failure).mockResolvedValueOnce();
  renderMenu();
  const user = await startLoggingOut();
  const dialog = await screen.findByRole('alertdialog', { name: "We couldn't log you out" });
  expect(dialog).toHaveAccessibleDescription(
    'Check your connection and try again. Reference: 4f1c-22',
  );
  // The menu around it may be hidden, as when a tablet is turned.
  expect(dialog.parentElement).toBe(document.body);
  expect(getSession().token).toBe('x');
  expect(isOpen()).toBe(false);

  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(logOut).toHaveBeenCalledTimes(2));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('Nothing is sent without a response while offline, nor later by itself', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  logOut.mockRejectedValue(Object.assign(new Error(), { name: 'ApiError', status: null }));
  renderMenu();
  await startLoggingOut();
  expect(await screen.findByRole('alertdialog')).toHaveAccessibleName("We couldn't log you out");
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(logOut).toHaveBeenCalledTimes(1);
});

test('A driver who cannot reach the API can log out on this device', async () => {
  logOut.mockRejectedValue(new Error('offline'));
  renderMenu();
  const user = await startLoggingOut();
  await user.click(await screen.findByRole('button', { name: 'Log out on this device' }));
  expect(getSession().token).toBeNull();
});
