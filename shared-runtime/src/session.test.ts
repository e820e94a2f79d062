import { act, renderHook } from '@testing-library/react';
import { signOut } from './identity.ts';
import {
  endSession,
  getSession,
  isProfile,
  onSessionEnd,
  restoreSession,
  type SessionEnd,
  sessionSignal,
  startSession,
  updateSession,
  useSessionNotice,
} from './session.ts';
import { profile } from './testing/fake-api.ts';

jest.mock('./identity.ts', () => ({ signOut: jest.fn(async () => {}) }));

const signedOut = { isLoading: false, loginUser: null, token: null };
const ada = { token: 'token-of-ada', loginUser: { name: 'Ada' } };

let ends: SessionEnd[];
let stopListening: () => void;

beforeEach(() => {
  localStorage.clear();
  restoreSession();
  ends = [];
  stopListening = onSessionEnd((reason) => ends.push(reason));
});

afterEach(async () => {
  stopListening();
  endSession('logged-out');
  await settled();
  jest.mocked(signOut).mockClear();
});

/** Changes local storage as another tab does, with the event that this tab receives. */
function inOtherTab(token: string | null, key: string | null = 'kargo_web') {
  store(token);
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

function store(token: string | null) {
  if (token === null) localStorage.removeItem('kargo_web');
  else localStorage.setItem('kargo_web', JSON.stringify({ token }));
}

/** A page that is asleep hears nothing of what happens to its local storage. */
const sleep = () => window.dispatchEvent(new Event('pagehide'));

const show = (persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('a page starts with the token that is stored, and knows nobody yet', () => {
  localStorage.setItem('kargo_web', '{"token":"stored"}');
  restoreSession();
  expect(getSession()).toEqual({ ...signedOut, token: 'stored' });
});

test('without a stored token a page starts signed out', () => {
  expect(getSession()).toEqual(signedOut);
});

test('signing in stores the token and nothing else', () => {
  startSession(ada);
  expect(getSession()).toEqual({ isLoading: false, ...ada });
  expect({ ...localStorage }).toEqual({ kargo_web: '{"token":"token-of-ada"}' });
});

test('a new access token replaces the stored one', () => {
  startSession(ada);
  updateSession({ token: 'newer' });
  expect(localStorage.getItem('kargo_web')).toBe('{"token":"newer"}');
});

test('a session that ends leaves nothing behind', async () => {
  startSession(ada);
  const signal = sessionSignal();
  endSession('expired');
  expect(getSession()).toEqual(signedOut);
  expect(localStorage.getItem('kargo_web')).toBeNull();
  expect(signal.aborted).toBe(true);
  await settled();
  expect(signOut).toHaveBeenCalledTimes(1);
});

test('a session ends once, with the first reason', () => {
  startSession(ada);
  endSession('expired');
  endSession('logged-out');
  expect(ends).toEqual(['expired']);
});

test('where there is no session none ends', async () => {
  endSession('logged-out');
  await settled();
  expect(ends).toEqual([]);
  expect(signOut).not.toHaveBeenCalled();
});

test('a visitor is told as one whose session has expired, and nothing is stored or downloaded', async () => {
  const stored = jest.spyOn(Storage.prototype, 'setItem');
  endSession('expired');
  await settled();
  expect(ends).toEqual(['expired']);
  expect(stored).not.toHaveBeenCalled();
  expect(signOut).not.toHaveBeenCalled();
});

test('who has stopped listening hears nothing', () => {
  stopListening();
  startSession(ada);
  endSession('expired');
  expect(ends).toEqual([]);
});

test('the reason is remembered until somebody signs in', () => {
  startSession(ada);
  endSession('expired');
  const { result } = renderHook(() => useSessionNotice());
  expect(result.current).toBe('expired');
  act(() => startSession(ada));
  expect(result.current).toBeNull();
});

test('a provider that cannot end its session does not keep ours alive', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.mocked(signOut).mockRejectedValueOnce(new Error('unreachable'));
  startSession(ada);
  endSession('logged-out');
  await settled();
  expect(getSession()).toEqual(signedOut);
  expect(console.error).toHaveBeenCalled();
});

test('what was begun while signed out goes on when somebody signs in', () => {
  const signal = sessionSignal();
  startSession(ada);
  expect(signal.aborted).toBe(false);
});

test('signing in over a session drops what belongs to that one', () => {
  startSession(ada);
  const signal = sessionSignal();
  startSession({ token: 'token-of-ben', loginUser: { name: 'Ben' } });
  expect(signal.aborted).toBe(true);
  expect(sessionSignal().aborted).toBe(false);
  expect(ends).toEqual([]);
});

/** As Firebase does where there is no IndexedDB, as here. */
const keepAtProvider = () => localStorage.setItem('firebase:authUser:key:[DEFAULT]', '{}');

describe("the identity provider's session that was left behind ends", () => {
  test.each([
    ['when a page starts and nobody is signed in', () => restoreSession()],
    [
      'when another tab has logged out, and was closed before it was done',
      () => {
        startSession(ada);
        inOtherTab(null);
      },
    ],
    [
      'when the token was taken out of the storage',
      () => {
        startSession(ada);
        inOtherTab(null, null);
        expect(ends).toEqual(['ended-in-other-tab']);
      },
    ],
  ])('%s', async (_, happen) => {
    keepAtProvider();
    happen();
    await settled();
    expect(signOut).toHaveBeenCalledTimes(1);
  });

  test('when the connection is back, if there was none', async () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    jest.mocked(signOut).mockRejectedValueOnce(new Error('offline'));
    startSession(ada);
    keepAtProvider();
    endSession('logged-out');
    await settled();
    expect(signOut).toHaveBeenCalledTimes(1);
    onLine.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(signOut).toHaveBeenCalledTimes(2);
    onLine.mockRestore();
  });

  test('not while somebody is signed in', async () => {
    localStorage.setItem('kargo_web', '{"token":"stored"}');
    keepAtProvider();
    restoreSession();
    await settled();
    expect(signOut).not.toHaveBeenCalled();
  });

  test('not when somebody has signed in meanwhile', async () => {
    keepAtProvider();
    restoreSession();
    startSession(ada);
    await settled();
    expect(signOut).not.toHaveBeenCalled();
  });

  test('and a visitor who never signed in does not download what ends it', async () => {
    restoreSession();
    await settled();
    expect(signOut).not.toHaveBeenCalled();
  });
});

describe('when another tab', () => {
  test('logs out, this one does', async () => {
    startSession(ada);
    inOtherTab(null);
    expect(getSession()).toEqual(signedOut);
    expect(ends).toEqual(['ended-in-other-tab']);
    await settled();
    // That tab has ended the provider's.
    expect(signOut).not.toHaveBeenCalled();
  });

  test.each(['expired', 'profile-load-failed'] as const)(
    'ends the session (%s), so does this one, as expired',
    async (reason) => {
      startSession(ada);
      const stored = jest.spyOn(Storage.prototype, 'setItem');
      endSession(reason);
      expect(localStorage.getItem('kargo_web')).toBeNull();
      await settled();
      const [key, newValue] = stored.mock.lastCall ?? [];
      // As that tab has stored it, and removed it since.
      startSession(ada);
      localStorage.removeItem('kargo_web');
      stored.mockClear();
      jest.mocked(signOut).mockClear();
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
      expect(getSession()).toEqual(signedOut);
      expect(ends).toEqual([reason, 'expired']);
      await settled();
      // That tab has told the others, and ended the provider's.
      expect(stored).not.toHaveBeenCalled();
      expect(signOut).not.toHaveBeenCalled();
      stored.mockRestore();
    },
  );

  test('signs in, this one is signed in', () => {
    inOtherTab('token-of-ben');
    expect(getSession()).toEqual({ ...signedOut, token: 'token-of-ben' });
  });

  test('changes the driver, this one drops what it knew, and stays where it is', async () => {
    startSession(ada);
    const signal = sessionSignal();
    inOtherTab('token-of-ben');
    expect(getSession()).toEqual({ ...signedOut, token: 'token-of-ben' });
    expect(localStorage.getItem('kargo_web')).toBe('{"token":"token-of-ben"}');
    expect(signal.aborted).toBe(true);
    expect(ends).toEqual([]);
    await settled();
    // The provider's session is the other tab's by now.
    expect(signOut).not.toHaveBeenCalled();
  });

  test('gets a new token for the same session, this one goes on with it, and with what it knew', () => {
    startSession(ada);
    const signal = sessionSignal();
    const stored = jest.spyOn(Storage.prototype, 'setItem');
    updateSession({ token: 'token-2' });
    const entries = stored.mock.calls.map(([, entry]) => entry);
    expect(entries).toHaveLength(2);
    expect(localStorage.getItem('kargo_web')).toBe('{"token":"token-2"}');
    // As this tab hears of it.
    updateSession({ token: ada.token });
    localStorage.setItem('kargo_web', '{"token":"token-2"}');
    stored.mockClear();
    for (const newValue of entries)
      window.dispatchEvent(new StorageEvent('storage', { key: 'kargo_web', newValue }));
    expect(getSession()).toEqual({ ...signedOut, ...ada, token: 'token-2' });
    expect(stored).not.toHaveBeenCalled();
    stored.mockRestore();
    expect(signal.aborted).toBe(false);
  });

  test('stores something else, nothing happens', () => {
    startSession(ada);
    localStorage.removeItem('kargo_web');
    window.dispatchEvent(new StorageEvent('storage', { key: 'other' }));
    expect(getSession().token).toBe('token-of-ada');
  });
});

describe('while this page stood frozen, and another tab', () => {
  test("changed the driver, the page that comes back is that driver's", () => {
    startSession(ada);
    sleep();
    store('token-of-ben');
    show(true);
    expect(getSession()).toEqual({ ...signedOut, token: 'token-of-ben' });
    expect(ends).toEqual([]);
  });

  test('logged out, so does the page that comes back', () => {
    startSession(ada);
    sleep();
    store(null);
    show(true);
    expect(getSession()).toEqual(signedOut);
    expect(ends).toEqual(['ended-in-other-tab']);
  });

  test('did nothing, the session goes on', () => {
    startSession(ada);
    sleep();
    show(true);
    expect(getSession()).toEqual({ isLoading: false, ...ada });
  });

  test('changed the driver, a call of the old one that fails leaves the new one signed in', async () => {
    startSession(ada);
    sleep();
    store('token-of-ben');
    endSession('expired');
    expect(getSession()).toEqual(signedOut);
    expect(ends).toEqual(['expired']);
    expect(localStorage.getItem('kargo_web')).toBe('{"token":"token-of-ben"}');
    await settled();
    expect(signOut).not.toHaveBeenCalled();
  });
});

test('where the browser stores nothing, a session outlives the sleep, and ends at the provider too', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  const storage = jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure', 'SecurityError');
  });
  startSession(ada);
  sleep();
  show(true);
  expect(getSession()).toEqual({ isLoading: false, ...ada });
  endSession('logged-out');
  storage.mockRestore();
  await settled();
  expect(getSession()).toEqual(signedOut);
  expect(signOut).toHaveBeenCalledTimes(1);
});

test('a page that is shown for the first time has its session already', () => {
  startSession(ada);
  localStorage.removeItem('kargo_web');
  show(false);
  expect(getSession().token).toBe('token-of-ada');
});

test('a name is not yet a profile', () => {
  expect(isProfile(null)).toBe(false);
  expect(isProfile({ name: 'Ada' })).toBe(false);
  expect(isProfile(profile)).toBe(true);
});
