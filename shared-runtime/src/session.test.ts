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

/** A frozen page gets no events of its local storage. */
const sleep = () => window.dispatchEvent(new Event('pagehide'));

const show = (persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('a page starts with the stored token, and without a user', () => {
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

test('without a session, none ends', async () => {
  endSession('logged-out');
  await settled();
  expect(ends).toEqual([]);
  expect(signOut).not.toHaveBeenCalled();
});

test('for a visitor, the listeners are called for an expired session, and nothing is stored or downloaded', async () => {
  const stored = jest.spyOn(Storage.prototype, 'setItem');
  endSession('expired');
  await settled();
  expect(ends).toEqual(['expired']);
  expect(stored).not.toHaveBeenCalled();
  expect(signOut).not.toHaveBeenCalled();
});

test('a removed listener is not called', () => {
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

test('calls that began while signed out continue when somebody signs in', () => {
  const signal = sessionSignal();
  startSession(ada);
  expect(signal.aborted).toBe(false);
});

test('signing in during a session aborts the calls of that session', () => {
  startSession(ada);
  const signal = sessionSignal();
  startSession({ token: 'token-of-ben', loginUser: { name: 'Ben' } });
  expect(signal.aborted).toBe(true);
  expect(sessionSignal().aborted).toBe(false);
  expect(ends).toEqual([]);
});

/** Like Firebase in browsers without IndexedDB. */
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

  test('not when somebody has signed in since', async () => {
    keepAtProvider();
    restoreSession();
    startSession(ada);
    await settled();
    expect(signOut).not.toHaveBeenCalled();
  });

  test("without downloading the provider's client for visitors who never signed in", async () => {
    restoreSession();
    await settled();
    expect(signOut).not.toHaveBeenCalled();
  });
});

describe('when another tab', () => {
  test('logs out, so does this one', async () => {
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
      // Like the other tab, which has stored the entry and removed it since.
      startSession(ada);
      localStorage.removeItem('kargo_web');
      stored.mockClear();
      jest.mocked(signOut).mockClear();
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
      expect(getSession()).toEqual(signedOut);
      expect(ends).toEqual([reason, 'expired']);
      await settled();
      // That tab has informed the others, and ended the provider's.
      expect(stored).not.toHaveBeenCalled();
      expect(signOut).not.toHaveBeenCalled();
      stored.mockRestore();
    },
  );

  test('signs in, so is this one', () => {
    inOtherTab('token-of-ben');
    expect(getSession()).toEqual({ ...signedOut, token: 'token-of-ben' });
  });

  test('changes the driver, this one does too, without its data and without leaving the page', async () => {
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

  test.each(['after both writes', 'after each write'])(
    'gets a new token for the same session, this one uses it and keeps its data (events %s)',
    (order) => {
      startSession(ada);
      const signal = sessionSignal();
      const stored = jest.spyOn(Storage.prototype, 'setItem');
      updateSession({ token: 'token-2' });
      const entries = stored.mock.calls.map(([, entry]) => entry);
      stored.mockRestore();
      expect(entries).toHaveLength(2);
      expect(localStorage.getItem('kargo_web')).toBe('{"token":"token-2"}');
      // This is how another tab gets the events.
      updateSession({ token: ada.token });
      for (const newValue of entries) {
        const now = order === 'after each write' ? newValue : '{"token":"token-2"}';
        localStorage.setItem('kargo_web', now);
        window.dispatchEvent(new StorageEvent('storage', { key: 'kargo_web', newValue }));
        expect(localStorage.getItem('kargo_web')).toBe(now);
      }
      expect(getSession()).toEqual({ ...signedOut, ...ada, token: 'token-2' });
      expect(signal.aborted).toBe(false);
    },
  );

  test('stores something else, nothing happens', () => {
    startSession(ada);
    localStorage.removeItem('kargo_web');
    window.dispatchEvent(new StorageEvent('storage', { key: 'other' }));
    expect(getSession().token).toBe('token-of-ada');
  });
});

describe('while this page was frozen and another tab', () => {
  test("changed the driver, the page that comes back has that driver's session", () => {
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

test('without storage a session survives the freeze, and ends at the provider too', async () => {
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

test('a page that is shown for the first time keeps its session', () => {
  startSession(ada);
  localStorage.removeItem('kargo_web');
  show(false);
  expect(getSession().token).toBe('token-of-ada');
});

test('a name alone is not a profile', () => {
  expect(isProfile(null)).toBe(false);
  expect(isProfile({ name: 'Ada' })).toBe(false);
  expect(isProfile(profile)).toBe(true);
});
