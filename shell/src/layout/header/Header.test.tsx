import { endSession, startSession } from '@kargo/shared-runtime/session';
import * as sessionActions from '@kargo/shared-runtime/session-actions';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { renderAt, scrollWindowTo, writeConfiguration } from '../../testing/render-at.tsx';
import { Layout } from '../Layout.tsx';

jest.mock('@kargo/shared-runtime/session-actions', () => ({ logOut: jest.fn() }));

beforeAll(writeConfiguration);
afterEach(() => {
  act(() => endSession('logged-out'));
  window.scrollY = 0;
});

function renderPage(routeName = 'About', path = '/about') {
  return renderAt(
    path,
    <Layout routeName={routeName}>
      <h1>Screen</h1>
    </Layout>,
  );
}

const header = () => screen.getByTestId('site-header');

/** Returns a function that changes the window's width, as when a tablet is turned. */
function turnable() {
  const media = Object.assign(new EventTarget(), { matches: false });
  jest.spyOn(window, 'matchMedia').mockReturnValue(media as unknown as MediaQueryList);
  return () => act(() => void media.dispatchEvent(new Event('change')));
}

// jsdom applies no media queries: the bar of wide screens counts as hidden.
const inBar = { hidden: true };

describe('the header', () => {
  test('is coloured on every route but the one named Home', () => {
    const { unmount } = renderPage('Home', '/');
    expect(header()).not.toHaveClass('header-colored');
    unmount();
    renderPage('NotFound', '/');
    expect(header()).toHaveClass('header-colored');
  });

  test('gets its fixed classes at 250 and 260 px scrolled, and loses them on the way back', () => {
    renderPage();
    for (const [scrollY, hasFixedStyle, isFixed] of [
      [249, false, false],
      [250, true, false],
      [259, true, false],
      [260, true, true],
      [249, false, false],
    ] as const) {
      scrollWindowTo(scrollY);
      expect(header().classList.contains('fixed-style')).toBe(hasFixedStyle);
      expect(header().classList.contains('fixed')).toBe(isFixed);
    }
  });

  test('is fixed at once on a page that opens scrolled', () => {
    window.scrollY = 260;
    renderPage();
    expect(header()).toHaveClass('fixed-style', 'fixed');
  });

  test('has the links of the specification', () => {
    renderPage();
    for (const [name, path] of [
      ['Home', '/'],
      ['About Us', '/about'],
      ['Features', '/'],
      ['How it works', '/'],
      ["FAQ's", '/'],
      ['Contact Us', '/'],
      ['Login', '/login'],
    ] as const) {
      expect(within(header()).getByRole('link', { name, ...inBar })).toHaveAttribute('href', path);
    }
  });

  test('keeps the address clean and puts the anchor into the history entry', async () => {
    const { router } = renderPage();
    await userEvent.click(within(header()).getByRole('link', { name: 'How it works', ...inBar }));
    expect(router.location).toMatchObject({
      pathname: '/',
      hash: '',
      state: { anchor: 'how_it_work' },
    });
  });

  test('leaves a click with the control key to the browser', async () => {
    const { router } = renderPage();
    const user = userEvent.setup();
    await user.keyboard('{Control>}');
    await user.click(within(header()).getByRole('link', { name: 'Features', ...inBar }));
    expect(router.location.pathname).toBe('/about');
  });
});

describe('the account', () => {
  test('is a link to log in for visitors, and the profile menu for drivers', () => {
    renderPage();
    expect(within(header()).getByRole('link', { name: 'Login', ...inBar })).toBeInTheDocument();
    act(() => startSession({ token: 'x', loginUser: null }));
    expect(
      within(header()).queryByRole('link', { name: 'Login', ...inBar }),
    ).not.toBeInTheDocument();
    expect(within(header()).getByRole('button', { name: 'Profile', ...inBar })).toBeInTheDocument();
  });
});

describe('the mobile menu', () => {
  const content = () => document.getElementById('content');

  async function openMenu() {
    const page = renderPage();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Open menu' }));
    return { ...page, user, sheet: document.getElementById('mobile-menu') as HTMLElement };
  }

  test('is closed at first', () => {
    renderPage();
    expect(screen.getByRole('button', { name: 'Open menu' })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
    expect(document.getElementById('mobile-menu')).not.toBeVisible();
  });

  test('opens over a page that is held, and its button changes its name', async () => {
    const { sheet } = await openMenu();
    expect(screen.getByRole('button', { name: 'Close menu' })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
    expect(within(sheet).getByRole('link', { name: 'Contact Us' })).toBeVisible();
    expect(content()).toHaveAttribute('inert');
    expect(document.documentElement).toHaveStyle({ overflow: 'hidden' });
  });

  test('is open before the page behind it becomes inert, which takes the browser some time', async () => {
    const { matchMedia } = window;
    const wasInert: unknown[] = [];
    jest.spyOn(window, 'matchMedia').mockImplementation((query) => {
      wasInert.push(content()?.hasAttribute('inert'));
      return matchMedia.call(window, query);
    });
    await openMenu();
    expect(wasInert).toEqual([false]);
    expect(content()).toHaveAttribute('inert');
  });

  test('closes with Escape, releases the page and gives the focus back', async () => {
    const { user } = await openMenu();
    await user.tab();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Open menu' })).toHaveFocus();
    expect(content()).not.toHaveAttribute('inert');
    expect(document.documentElement).not.toHaveStyle({ overflow: 'hidden' });
  });

  test('closes when a link is followed, and stays closed on the way back', async () => {
    const { user, sheet, router } = await openMenu();
    await user.click(within(sheet).getByRole('link', { name: 'Home' }));
    expect(router.location.pathname).toBe('/');
    expect(screen.getByRole('button', { name: 'Open menu' })).toBeInTheDocument();
    await act(() => router.navigate(-1));
    expect(router.location.pathname).toBe('/about');
    expect(screen.getByRole('button', { name: 'Open menu' })).toBeInTheDocument();
  });

  test('closes when a tablet is turned, but the question about a failed log-out stays', async () => {
    const turn = turnable();
    act(() => startSession({ token: 'x', loginUser: null }));
    const { user, sheet } = await openMenu();
    await user.click(within(sheet).getByRole('button', { name: 'Profile' }));
    jest.mocked(sessionActions.logOut).mockRejectedValue(new Error('no response'));
    await user.click(within(sheet).getByRole('button', { name: 'Logout' }));
    turn();
    expect(sheet).not.toBeVisible();
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleName("We couldn't log you out");
  });

  test('leaves Tab and Escape to a dialog that is open over it', async () => {
    await openMenu();
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.open = true;
    expect(fireEvent.keyDown(dialog, { key: 'Tab' })).toBe(true);
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect(screen.getByRole('button', { name: 'Close menu' })).toBeInTheDocument();
    dialog.remove();
  });

  test('keeps the focus inside, in both directions', async () => {
    const { user, sheet } = await openMenu();
    const last = within(sheet).getByRole('link', { name: 'Login' });
    act(() => last.focus());
    await user.tab();
    expect(within(header()).getByRole('link', { name: 'Kargo' })).toHaveFocus();
    await user.tab({ shift: true });
    expect(last).toHaveFocus();
  });

  test('has the profile submenu after its drop-button, and Escape closes that first', async () => {
    act(() => startSession({ token: 'x', loginUser: null }));
    const { user, sheet } = await openMenu();
    const drop = within(sheet).getByRole('button', { name: 'Profile' });
    await user.click(drop);
    expect(drop.nextElementSibling).toBe(within(sheet).getByText('Logout').closest('div'));
    await user.keyboard('{Escape}');
    expect(drop).toHaveAttribute('aria-expanded', 'false');
    expect(screen.getByRole('button', { name: 'Close menu' })).toBeInTheDocument();
  });
});

describe('the side panel', () => {
  const toggle = () => screen.getByTestId('side-panel-toggle');
  const panel = () => screen.getByTestId('side-panel');

  test('is inert until it is opened, and closes with its toggle', async () => {
    renderPage();
    expect(panel()).toHaveAttribute('inert');
    await userEvent.click(toggle());
    expect(panel()).not.toHaveAttribute('inert');
    expect(within(panel()).getByRole('link', { name: /hello@/, ...inBar })).toHaveAttribute(
      'href',
      'mailto:hello@kargo.example',
    );
    await userEvent.click(toggle());
    expect(panel()).toHaveAttribute('inert');
  });

  test('closes with Escape and gives the focus back', async () => {
    renderPage();
    const user = userEvent.setup();
    await user.click(toggle());
    await user.tab();
    await user.keyboard('{Escape}');
    expect(panel()).toHaveAttribute('inert');
    expect(toggle()).toHaveFocus();
  });

  test('closes when a tablet is turned, which hides it, and releases the header', async () => {
    const turn = turnable();
    renderPage();
    await userEvent.click(toggle());
    expect(header()).toHaveClass('held');
    turn();
    expect(panel()).toHaveAttribute('inert');
    expect(header()).not.toHaveClass('held');
  });
});
