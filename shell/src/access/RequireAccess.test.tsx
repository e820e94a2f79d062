import {
  endSession,
  type LoginUser,
  type SessionEnd,
  startSession,
} from '@kargo/shared-runtime/session';
import { profile } from '@kargo/shared-runtime/testing/fake-api';
import { act, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import type { Route } from '../routes.ts';
import { renderAt, withProviders, writeConfiguration } from '../testing/render-at.tsx';
import { RequireAccess } from './RequireAccess.tsx';
import { useSessionEnd } from './useSessionEnd.ts';

const mockLoadProfile = jest.fn();
jest.mock('@kargo/shared-runtime/session-actions', () => ({
  loadProfile: (magicToken?: string) => mockLoadProfile(magicToken),
}));

beforeAll(writeConfiguration);

beforeEach(() => {
  mockLoadProfile.mockReset().mockResolvedValue(undefined);
  jest.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => act(() => endSession('ended-in-other-tab')));

function signIn(loginUser: LoginUser | null = profile) {
  startSession({ token: 'token-1', loginUser });
}

/** Opens a screen at an address of the site. */
async function open(address: string, access?: Route['access']) {
  const { router } = renderAt(
    address,
    <RequireAccess access={access}>
      <h1>The screen</h1>
    </RequireAccess>,
  );
  await act(async () => {});
  const { pathname, search, hash } = router.location;
  return { address: pathname + search + hash, router };
}

const screenIsShown = () => screen.queryByRole('heading', { name: 'The screen' }) !== null;

describe('a screen for drivers', () => {
  test('is shown to drivers who are signed in', async () => {
    signIn();
    expect((await open('/profile')).address).toBe('/profile');
    expect(screenIsShown()).toBe(true);
    expect(mockLoadProfile).not.toHaveBeenCalled();
  });

  test.each([
    '/profile',
    '/profile?magic_token=',
    '/profile?magic=token',
    '/profile#magic_token=x',
  ])('sends a visitor at %s to login, and is not shown', async (address) => {
    const { router } = await open(address);
    expect(router.location.pathname).toBe('/login');
    expect(mockLoadProfile).not.toHaveBeenCalled();
  });

  test('loads the profile if only the name is known', async () => {
    signIn({ name: 'Ada' });
    await open('/profile');
    expect(mockLoadProfile.mock.calls).toEqual([[undefined]]);
  });

  test('sends drivers to login when the session ends', async () => {
    signIn();
    const { router } = await open('/profile');
    act(() => endSession('ended-in-other-tab'));
    expect(router.location.pathname).toBe('/login');
  });

  test('loads the profile of whoever has signed in in another tab', async () => {
    signIn();
    await open('/profile');
    await act(async () => startSession({ token: 'token-of-ben', loginUser: null }));
    expect(mockLoadProfile).toHaveBeenCalledTimes(1);
  });
});

describe('a magic token in the address', () => {
  test('lets a visitor in if it is valid, and is removed', async () => {
    mockLoadProfile.mockImplementation(async () => signIn());
    const { address, router } = await open('/profile?magic_token=eyJpdiI6.a+b/c=.');
    expect(mockLoadProfile.mock.calls).toEqual([['eyJpdiI6.a+b/c=']]);
    expect(address).toBe('/profile');
    expect(router.visited).not.toContain('/login');
    expect(screenIsShown()).toBe(true);
  });

  test('is removed if it is invalid, and the visitor goes to login', async () => {
    const { address } = await open('/profile?magic_token=abc');
    expect(mockLoadProfile.mock.calls).toEqual([['abc']]);
    expect(address).toBe('/login');
  });

  test('is gone after a Back too', async () => {
    mockLoadProfile.mockImplementation(async () => signIn());
    const { router } = await open('/profile?magic_token=abc');
    await act(() => router.navigate(-1));
    expect(router.location.search).toBe('');
  });

  test('leaves the rest of the address as it is', async () => {
    mockLoadProfile.mockImplementation(async () => signIn());
    const { address } = await open('/profile?from=mail&magic_token=abc#payout-account');
    expect(address).toBe('/profile?from=mail#payout-account');
  });

  test('takes precedence over the stored token', async () => {
    signIn({ name: 'Ada' });
    await open('/profile?magic_token=abc');
    expect(mockLoadProfile.mock.calls[0]).toEqual(['abc']);
  });

  test('ends an existing session if it is invalid', async () => {
    signIn({ name: 'Ada' });
    mockLoadProfile.mockImplementation(async () => endSession('profile-load-failed'));
    expect((await open('/profile?magic_token=abc')).address).toBe('/login');
  });

  test('stays in the address, and the screen is shown, while the profile loads', async () => {
    mockLoadProfile.mockReturnValue(new Promise(() => {}));
    const { address } = await open('/profile?magic_token=abc');
    expect(address).toBe('/profile?magic_token=abc');
    expect(screenIsShown()).toBe(true);
  });

  test('does not bring a visitor back who has gone elsewhere', async () => {
    let finish = () => {};
    mockLoadProfile.mockReturnValue(new Promise<void>((resolve) => (finish = resolve)));
    const { router } = await open('/profile?magic_token=abc', undefined);
    await act(() => router.navigate('/about'));
    await act(async () => finish());
    expect(router.location.pathname).not.toBe('/profile');
  });

  test.each<Route['access']>(['public', 'signed-out'])(
    'means nothing to a screen that is %s',
    async (access) => {
      await open('/?magic_token=abc', access);
      expect(mockLoadProfile).not.toHaveBeenCalled();
    },
  );
});

test('a public screen is shown to everybody, and loads no profile', async () => {
  signIn({ name: 'Ada' });
  expect((await open('/about', 'public')).address).toBe('/about');
  expect(screenIsShown()).toBe(true);
  expect(mockLoadProfile).not.toHaveBeenCalled();
});

test('the login is shown to a visitor, and sends a driver who is signed in to the profile', async () => {
  expect((await open('/login', 'signed-out')).address).toBe('/login');
  expect(screenIsShown()).toBe(true);
  await act(async () => signIn());
  expect(screen.queryByText('The screen')).toBeNull();
});

test('a prerendered login is hydrated before a driver leaves it', async () => {
  const login = (
    <main>
      <RequireAccess access="signed-out">
        <h1>The screen</h1>
      </RequireAccess>
    </main>
  );
  const container = document.createElement('div');
  container.innerHTML = renderToString(withProviders(login, '/login').tree);
  signIn();
  const { router, tree } = withProviders(login, '/login');
  const onRecoverableError = jest.fn();
  await act(async () => {
    hydrateRoot(container, tree, { onRecoverableError });
  });
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(router.location.pathname).toBe('/profile');
});

test('a load whose code cannot be downloaded has failed', async () => {
  signIn({ name: 'Ada' });
  mockLoadProfile.mockRejectedValue(new Error('ChunkLoadError'));
  expect((await open('/profile')).address).toBe('/login');
  expect(localStorage.getItem('kargo_web')).toBeNull();
  expect(console.error).toHaveBeenCalledWith('Failed to load profile:', expect.any(Error));
});

describe('a session that ends', () => {
  function Everything() {
    useSessionEnd();
    return null;
  }

  function pathAfter(end: () => void): string {
    const { router } = renderAt('/about', <Everything />);
    startSession({ token: 'x', loginUser: null });
    act(end);
    return router.location.pathname;
  }

  test.each<SessionEnd>(['logged-out', 'profile-load-failed', 'expired'])(
    'leads from a public page to login (%s)',
    (reason) => expect(pathAfter(() => endSession(reason))).toBe('/login'),
  );

  test('silently, or in another tab, leaves a public page as it is', () => {
    expect(pathAfter(() => endSession('profile-load-failed', true))).toBe('/about');
    const inOtherTab = () => {
      localStorage.clear();
      window.dispatchEvent(new StorageEvent('storage', { key: 'kargo_web' }));
    };
    expect(pathAfter(inOtherTab)).toBe('/about');
  });
});
