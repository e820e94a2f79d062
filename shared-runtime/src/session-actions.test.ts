import { waitFor } from '@testing-library/react';
import { onLoadingChange } from './loading.ts';
import {
  endSession,
  getSession,
  onSessionEnd,
  type SessionEnd,
  sessionSignal,
  startSession,
  updateSession,
} from './session.ts';
import { keepDraft, loadProfile, logOut, readDraft, refreshProfile } from './session-actions.ts';
import { FakeApi, profile, setOnline, testConfiguration } from './testing/fake-api.ts';

jest.mock('./configuration.ts', () => ({ getConfiguration: () => testConfiguration }));
const mockSignOut = jest.fn();
jest.mock('./identity.ts', () => ({ signOut: async () => mockSignOut() }));

const signedOut = { isLoading: false, loginUser: null, token: null };

let api: FakeApi;
let ends: SessionEnd[];
let stopListening: () => void;

beforeEach(() => {
  api = new FakeApi();
  api.on('/ip', { body: { ip: '203.0.113.7' } });
  jest.spyOn(console, 'error').mockImplementation(() => {});
  startSession({ token: 'token-1', loginUser: null });
  ends = [];
  stopListening = onSessionEnd((reason) => ends.push(reason));
});

afterEach(() => {
  stopListening();
  endSession('logged-out');
  api.remove();
});

function expectFailedLoad(): void {
  expect(getSession()).toEqual(signedOut);
  expect(localStorage.getItem('kargo_web')).toBeNull();
  expect(ends).toEqual(['profile-load-failed']);
  expect(console.error).toHaveBeenCalledTimes(1);
  expect(console.error).toHaveBeenCalledWith('Failed to load profile:', expect.any(Error));
}

test.each([
  ['loaded', loadProfile],
  ['refreshed', refreshProfile],
])('a profile that is %s ends what another driver typed', async (_how, load) => {
  const ada = { ...profile, id: 'id-of-ada' };
  updateSession({ loginUser: ada });
  keepDraft(ada.id, 'payout', { texts: { firstName: 'Ada' }, fileName: null });
  api.on('/verify', { body: ada });
  await load();
  expect(readDraft(ada.id, 'payout')).not.toBeNull();
  api.on('/verify', { body: { ...profile, id: 'id-of-ben' } });
  await load();
  api.on('/verify', { body: ada });
  await load();
  expect(readDraft(ada.id, 'payout')).toBeNull();
});

describe('loading the profile', () => {
  test('brings the profile, and sets `isLoading` until then', async () => {
    const response = api.holdBack('/verify');
    const load = loadProfile();
    await waitFor(() => expect(getSession().isLoading).toBe(true));
    response({ body: profile });
    await load;
    expect(getSession()).toEqual({ isLoading: false, loginUser: profile, token: 'token-1' });
  });

  test('accepts a profile with one field', async () => {
    api.on('/verify', { body: { phone: null, access_token: '' } });
    await loadProfile();
    const loginUser = { ...profile, name: '', phone: '' };
    expect(getSession()).toEqual({ isLoading: false, loginUser, token: 'token-1' });
  });

  test('replaces the token when the response has a new one', async () => {
    api.on('/verify', { body: { ...profile, access_token: 'token-2' } });
    await loadProfile();
    expect(getSession()).toEqual({ isLoading: false, loginUser: profile, token: 'token-2' });
    expect(localStorage.getItem('kargo_web')).toBe('{"token":"token-2"}');
  });

  test.each([
    ['the network fails', 'no response' as const],
    ['the server fails', { status: 500 }],
    ['the token is not valid', { status: 401 }],
    ['the response is not a profile', { body: {} }],
  ])('ends the session when %s, and logs that to the console only', async (_why, response) => {
    api.on('/verify', response);
    await loadProfile();
    expectFailedLoad();
  });

  test('signs nobody out when the browser aborts requests because the page is being left', async () => {
    api.on('/verify', 'no response');
    const load = loadProfile();
    await api.untilSent('/verify');
    // The page may live this long.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(localStorage.getItem('kargo_web')).toBe('{"token":"token-1"}');
    api.on('/verify', { body: profile });
    await load;
    expect(getSession()).toEqual({ isLoading: false, loginUser: profile, token: 'token-1' });
  });

  test('does not bring back a session that has ended in the meantime', async () => {
    const response = api.holdBack('/verify');
    const load = loadProfile();
    await api.untilSent('/verify');
    endSession('logged-out');
    response({ body: { ...profile, access_token: 'token-2' } });
    await load;
    expect(getSession()).toEqual(signedOut);
    expect(localStorage.getItem('kargo_web')).toBeNull();
    expect(console.error).not.toHaveBeenCalled();
  });

  test('does not end a session that began after its call was sent', async () => {
    const response = api.holdBack('/verify');
    const load = loadProfile();
    await api.untilSent('/verify');
    startSession({ token: 'token-of-ben', loginUser: { name: 'Ben' } });
    response({ status: 401 });
    await load;
    expect(getSession()).toMatchObject({ loginUser: { name: 'Ben' }, token: 'token-of-ben' });
    expect(ends).toEqual([]);
  });

  test('is done once for simultaneous callers', async () => {
    api.on('/verify', { body: profile });
    await Promise.all([loadProfile(), loadProfile()]);
    expect(api.sentTo('/verify')).toHaveLength(1);
    await loadProfile();
    expect(api.sentTo('/verify')).toHaveLength(2);
  });
});

describe('reading the profile again', () => {
  test('brings the profile, without the loading flag', async () => {
    const flags: boolean[] = [];
    const stopWatching = onLoadingChange((isLoading) => flags.push(isLoading));
    const response = api.holdBack('/verify');
    const refresh = refreshProfile();
    await api.untilSent('/verify');
    expect(getSession().isLoading).toBe(false);
    response({ body: { ...profile, access_token: 'token-2' } });
    await refresh;
    stopWatching();
    expect(flags).toEqual([]);
    expect(getSession()).toEqual({ isLoading: false, loginUser: profile, token: 'token-2' });
  });

  const noProfile = { body: { access_token: 'token-2' } };
  test.each(['no response' as const, { status: 403 }, { status: 404 }, { status: 503 }, noProfile])(
    'changes nothing when it fails with %j',
    async (failure) => {
      jest.spyOn(console, 'warn').mockImplementation(() => {});
      const before = getSession();
      api.on('/verify', failure);
      await refreshProfile();
      expect(getSession()).toBe(before);
      expect(ends).toEqual([]);
    },
  );

  test.each([
    ['/about', 0],
    ['/profile', 1],
  ])(
    'ends a session that is not valid any more, silently: on %s it logs %d errors',
    async (path, errors) => {
      window.history.replaceState(null, '', path);
      const listener = jest.fn();
      const stop = onSessionEnd(listener);
      api.on('/verify', { status: 401 });
      await refreshProfile();
      stop();
      expect(listener.mock.calls).toEqual([['profile-load-failed', true]]);
      expect(console.error).toHaveBeenCalledTimes(errors);
      if (errors > 0) {
        expect(console.error).toHaveBeenCalledWith('Failed to load profile:', expect.any(Error));
      }
    },
  );

  test('changes nothing when its response comes after the session has ended', async () => {
    const response = api.holdBack('/verify');
    const refresh = refreshProfile();
    await api.untilSent('/verify');
    endSession('ended-in-other-tab');
    response({ body: profile });
    await refresh;
    expect(getSession()).toEqual(signedOut);
  });

  test('changes nothing when the profile has changed since the call was sent', async () => {
    const response = api.holdBack('/verify');
    const refresh = refreshProfile();
    await api.untilSent('/verify');
    const sentForm = { ...profile, form_completed: true };
    updateSession({ loginUser: sentForm });
    response({ body: { ...profile, form_completed: false } });
    await refresh;
    expect(getSession().loginUser).toBe(sentForm);
  });

  test('waits for a load that is running instead', async () => {
    const response = api.holdBack('/verify');
    const load = loadProfile();
    const refresh = refreshProfile();
    await api.untilSent('/verify');
    response({ body: profile });
    await Promise.all([load, refresh]);
    expect(api.sentTo('/verify')).toHaveLength(1);
  });
});

describe('loading the profile with a magic token', () => {
  const path = '/driver/verify-magic-token';
  const bens = { ...profile, name: 'Ben Marsh', access_token: 'token-of-ben' };

  // A token is sent once per page, so each test has its own.
  let magicToken: string;
  let count = 0;
  beforeEach(() => {
    count += 1;
    magicToken = `magic-${count}`;
    mockSignOut.mockClear();
    api.on(path, { body: bens });
    api.on('/logout', { status: 204 });
  });

  async function signOutFirst() {
    endSession('logged-out');
    await waitFor(() => expect(mockSignOut).toHaveBeenCalledTimes(1));
    mockSignOut.mockClear();
    ends.length = 0;
  }

  test('sends the token and the device id, and nothing else', async () => {
    await loadProfile(magicToken);
    const [request, ...others] = api.sentTo(path);
    expect(others).toEqual([]);
    expect(request?.method.toUpperCase()).toBe('POST');
    expect(JSON.parse(String(request?.body))).toEqual({
      token: magicToken,
      device_id: '203.0.113.7',
    });
    expect(api.sentTo('/verify')).toEqual([]);
  });

  test('signs in a visitor', async () => {
    await signOutFirst();
    await loadProfile(magicToken);
    const { access_token: token, ...loginUser } = bens;
    expect(getSession()).toEqual({ isLoading: false, loginUser, token });
    expect(localStorage.getItem('kargo_web')).toBe('{"token":"token-of-ben"}');
  });

  test("replaces the current session by that of the link's driver", async () => {
    const session = sessionSignal();
    await loadProfile(magicToken);
    expect(getSession()).toMatchObject({ loginUser: { name: 'Ben Marsh' }, token: 'token-of-ben' });
    expect(session.aborted).toBe(true);
    expect(ends).toEqual([]);
  });

  test.each([{ status: 204 }, { status: 401 }, { status: 500 }, 'no response' as const])(
    'ends the session that was there at the API, first: %j',
    async (response) => {
      jest.spyOn(console, 'warn').mockImplementation(() => {});
      api.on('/logout', () => {
        expect(getSession().token).toBe('token-1');
        return response;
      });
      await loadProfile(magicToken);
      const [{ headers } = { headers: {} }, ...others] = api.sentTo('/logout');
      expect(headers).toMatchObject({ authorization: 'Bearer token-1' });
      expect(others).toEqual([]);
      expect(getSession().token).toBe('token-of-ben');
      expect(ends).toEqual([]);
    },
  );

  test('ends nothing at the API where it failed, or nobody was signed in', async () => {
    api.on(path, { status: 403 });
    await loadProfile(magicToken);
    api.on(path, { body: bens });
    await loadProfile(`${magicToken}-2`);
    expect(api.sentTo('/logout')).toEqual([]);
    expect(getSession().token).toBe('token-of-ben');
  });

  test.each(['works', 'does not work'])(
    "ends the session at the identity provider when it %s: it may be another driver's",
    async (outcome) => {
      await signOutFirst();
      if (outcome === 'does not work') api.on(path, { status: 403 });
      localStorage.setItem('firebase:authUser:key:[DEFAULT]', '{}');
      await loadProfile(magicToken);
      localStorage.clear();
      expect(mockSignOut).toHaveBeenCalledTimes(1);
    },
  );

  test("is not sent if another driver's session at the identity provider cannot be ended", async () => {
    await signOutFirst();
    localStorage.setItem('firebase:authUser:key:[DEFAULT]', '{}');
    mockSignOut.mockRejectedValueOnce(new Error('not to be had'));
    await loadProfile(magicToken);
    localStorage.clear();
    expect(api.sentTo(path)).toEqual([]);
    expect(getSession()).toEqual(signedOut);
    expect(console.error).toHaveBeenCalledWith('Failed to load profile:', expect.any(Error));
  });

  test("does not download the provider's client if nobody was signed in there", async () => {
    await signOutFirst();
    await loadProfile(magicToken);
    expect(mockSignOut).not.toHaveBeenCalled();
  });

  test('is sent once, however often it is asked for', async () => {
    await Promise.all([loadProfile(magicToken), loadProfile(magicToken)]);
    await loadProfile(magicToken);
    expect(api.sentTo(path)).toHaveLength(1);
    expect(getSession().token).toBe('token-of-ben');
  });

  test.each([
    [
      'the token is not valid',
      { status: 403, body: { code: 'magic_token_invalid', message: 'x' } },
    ],
    ['the network fails', 'no response' as const],
    ['the response is not a profile', { body: { access_token: 'token-of-ben' } }],
  ])('ends the current session when %s, and logs that to the console only', async (_, response) => {
    api.on(path, response);
    await loadProfile(magicToken);
    expectFailedLoad();
  });

  test('leaves a visitor signed out when it fails', async () => {
    await signOutFirst();
    api.on(path, { status: 403 });
    await loadProfile(magicToken);
    expect(getSession()).toEqual(signedOut);
    expect(console.error).toHaveBeenCalledWith('Failed to load profile:', expect.any(Error));
  });

  test('signs nobody in when the response has no access token and none is stored', async () => {
    await signOutFirst();
    api.on(path, { body: profile });
    await loadProfile(magicToken);
    expect(getSession()).toEqual(signedOut);
  });

  test('keeps the stored token when the response has none', async () => {
    api.on(path, { body: profile });
    await loadProfile(magicToken);
    expect(api.sentTo('/logout')).toEqual([]);
    expect(getSession()).toEqual({ isLoading: false, loginUser: profile, token: 'token-1' });
  });

  test('changes nothing when its response comes after the session has ended', async () => {
    const response = api.holdBack(path);
    const load = loadProfile(magicToken);
    await api.untilSent(path);
    endSession('logged-out');
    response({ body: bens });
    await load;
    expect(getSession()).toEqual(signedOut);
    expect(localStorage.getItem('kargo_web')).toBeNull();
  });

  test('shares its load with a simultaneous load of the profile', async () => {
    await Promise.all([loadProfile(magicToken), loadProfile()]);
    expect(api.sentTo('/verify')).toEqual([]);
  });

  test('waits without a response while the browser is offline, and signs nobody out', async () => {
    setOnline(false);
    api.on(path, 'no response');
    const load = loadProfile(magicToken);
    await api.untilSent(path);
    api.on(path, { body: bens });
    setOnline(true);
    await load;
    expect(getSession().token).toBe('token-of-ben');
  });
});

describe('while the browser is offline', () => {
  beforeEach(() => {
    setOnline(false);
    api.on('/verify', { body: profile });
  });
  afterEach(() => setOnline(true));

  /** A load whose request is under way when the browser goes offline. */
  async function loadCutOff() {
    setOnline(true);
    const settle = api.holdBack('/verify');
    const load = loadProfile();
    await api.untilSent('/verify');
    setOnline(false);
    return { load, settle };
  }

  test('a load over a working connection is like any other', async () => {
    await loadProfile();
    expect(getSession().loginUser).toEqual(profile);
  });

  test('a load without a response is sent again and ends no session, even without an event of the browser', async () => {
    jest.useFakeTimers();
    api.on('/verify', 'no response');
    const load = loadProfile();
    await jest.advanceTimersByTimeAsync(30_000);
    expect(getSession().token).toBe('token-1');
    api.on('/verify', { body: profile });
    await jest.advanceTimersByTimeAsync(6000);
    await load;
    expect(getSession().loginUser).toEqual(profile);
    expect(ends).toEqual([]);
    jest.useRealTimers();
  });

  test('a running load that gets no response is sent again when the browser is back online', async () => {
    const { load, settle } = await loadCutOff();
    settle('no response');
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(getSession()).toMatchObject({ token: 'token-1' });
    expect(api.sentTo('/verify')).toHaveLength(1);
    api.on('/verify', { body: profile });
    setOnline(true);
    await load;
    expect(getSession()).toEqual({ isLoading: false, loginUser: profile, token: 'token-1' });
    expect(ends).toEqual([]);
    expect(console.error).not.toHaveBeenCalled();
  });

  test('that is also so if the browser goes offline only after the request has failed', async () => {
    setOnline(true);
    api.on('/verify', 'no response');
    const load = loadProfile();
    await api.untilSent('/verify');
    await new Promise((resolve) => setTimeout(resolve, 20));
    setOnline(false);
    api.on('/verify', { body: profile });
    setOnline(true);
    await load;
    expect(getSession().loginUser).toEqual(profile);
  });

  test('a load that was answered with an error has failed, although the browser is offline', async () => {
    const { load, settle } = await loadCutOff();
    settle({ status: 500 });
    await load;
    expect(ends).toEqual(['profile-load-failed']);
  });

  test('a load that waits to be sent again ends with its session', async () => {
    const { load, settle } = await loadCutOff();
    settle('no response');
    await new Promise((resolve) => setTimeout(resolve, 150));
    endSession('logged-out');
    await load;
    expect(api.sentTo('/verify')).toHaveLength(1);
    expect(console.error).not.toHaveBeenCalled();
  });
});

describe('logging out', () => {
  test('calls the API, then ends the session', async () => {
    api.on('/logout', { status: 204 });
    await logOut();
    expect(api.sentTo('/logout')[0]?.headers.authorization).toBe('Bearer token-1');
    expect(getSession()).toEqual(signedOut);
    expect(ends).toEqual(['logged-out']);
  });

  test('counts as done when the token is no longer valid', async () => {
    api.on('/logout', { status: 401 });
    await logOut();
    expect(ends).toEqual(['logged-out']);
  });

  test.each([
    ['the network fails', 'no response' as const],
    ['the server fails', { status: 500 }],
  ])('keeps the session when %s', async (_why, response) => {
    api.on('/logout', response);
    await expect(logOut()).rejects.toThrow();
    expect(getSession().token).toBe('token-1');
    expect(sessionSignal().aborted).toBe(false);
  });

  test('does not end a session that began in the meantime', async () => {
    const response = api.holdBack('/logout');
    const logout = logOut();
    await api.untilSent('/logout');
    startSession({ token: 'token-of-ben', loginUser: { name: 'Ben' } });
    response({ status: 204 });
    await logout;
    expect(getSession().token).toBe('token-of-ben');
    expect(ends).toEqual([]);
  });
});
