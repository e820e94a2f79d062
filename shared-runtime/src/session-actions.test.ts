import {
  endSession,
  getSession,
  onSessionEnd,
  type SessionEnd,
  sessionSignal,
  startSession,
} from './session.ts';
import { loadProfile, logOut } from './session-actions.ts';
import { FakeApi, testConfiguration } from './testing/fake-api.ts';

jest.mock('./configuration.ts', () => ({ getConfiguration: () => testConfiguration }));
jest.mock('./identity.ts', () => ({ signOut: async () => {} }));

const profile = {
  name: 'Ada Field',
  phone: '+1 (202) 555-0110',
  image: null,
  form_completed: false,
  onboarding_completed: false,
  onboarding_error: null,
  stripe_error_token: null,
};
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

/** An answer that comes when the test says so. */
function heldBack(path: string) {
  let answer = (_: { status?: number; body?: unknown }) => {};
  api.on(path, new Promise((resolve) => (answer = resolve)));
  return answer;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve));
}

describe('loading the profile', () => {
  test('brings the profile, and says so while it does', async () => {
    const answer = heldBack('/verify');
    const load = loadProfile();
    await until(() => getSession().isLoading);
    answer({ body: profile });
    await load;
    expect(getSession()).toEqual({ isLoading: false, loginUser: profile, token: 'token-1' });
  });

  test('replaces the token when the answer has a new one', async () => {
    api.on('/verify', { body: { ...profile, access_token: 'token-2' } });
    await loadProfile();
    expect(getSession()).toEqual({ isLoading: false, loginUser: profile, token: 'token-2' });
    expect(localStorage.getItem('kargo_web')).toBe('{"token":"token-2"}');
  });

  test.each([
    ['the network fails', 'no answer' as const],
    ['the server fails', { status: 500 }],
    ['the token is no good', { status: 401 }],
  ])('ends the session when %s, and tells the console alone', async (_why, answer) => {
    api.on('/verify', answer);
    await loadProfile();
    expect(getSession()).toEqual(signedOut);
    expect(localStorage.getItem('kargo_web')).toBeNull();
    expect(ends).toEqual(['profile-load-failed']);
    expect(console.error).toHaveBeenCalledTimes(1);
    expect(console.error).toHaveBeenCalledWith('Failed to load profile:', expect.any(Error));
  });

  test('does not bring back a session that has ended meanwhile', async () => {
    const answer = heldBack('/verify');
    const load = loadProfile();
    await until(() => api.sentTo('/verify').length === 1);
    endSession('logged-out');
    answer({ body: { ...profile, access_token: 'token-2' } });
    await load;
    expect(getSession()).toEqual(signedOut);
    expect(localStorage.getItem('kargo_web')).toBeNull();
    expect(console.error).not.toHaveBeenCalled();
  });

  test('does not end the session that has begun meanwhile', async () => {
    const answer = heldBack('/verify');
    const load = loadProfile();
    await until(() => api.sentTo('/verify').length === 1);
    startSession({ token: 'token-of-ben', loginUser: { name: 'Ben' } });
    answer({ status: 401 });
    await load;
    expect(getSession()).toMatchObject({ loginUser: { name: 'Ben' }, token: 'token-of-ben' });
    expect(ends).toEqual([]);
  });

  test('is done once, however many ask for it together', async () => {
    api.on('/verify', { body: profile });
    await Promise.all([loadProfile(), loadProfile()]);
    expect(api.sentTo('/verify')).toHaveLength(1);
    await loadProfile();
    expect(api.sentTo('/verify')).toHaveLength(2);
  });
});

describe('while the browser is offline', () => {
  beforeEach(() => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    api.on('/verify', { body: profile });
  });

  test('no load is attempted, and nobody is signed out', async () => {
    void loadProfile();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(api.sentTo('/verify')).toHaveLength(0);
    expect(getSession()).toEqual({ ...signedOut, token: 'token-1' });
  });

  test('the load waits until it is back', async () => {
    const load = loadProfile();
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await load;
    expect(getSession().loginUser).toEqual(profile);
  });

  test('a session that ends takes the waiting load with it', async () => {
    const load = loadProfile();
    endSession('logged-out');
    window.dispatchEvent(new Event('online'));
    await load;
    expect(api.sentTo('/verify')).toHaveLength(0);
  });
});

describe('logging out', () => {
  test('tells the API, then ends the session', async () => {
    api.on('/logout', { status: 204 });
    await logOut();
    expect(api.sentTo('/logout')[0]?.headers.authorization).toBe('Bearer token-1');
    expect(getSession()).toEqual(signedOut);
    expect(ends).toEqual(['logged-out']);
  });

  test('counts as done when the token is no good any more', async () => {
    api.on('/logout', { status: 401 });
    await logOut();
    expect(ends).toEqual(['logged-out']);
  });

  test.each([
    ['the network fails', 'no answer' as const],
    ['the server fails', { status: 500 }],
  ])('leaves the session as it is when %s', async (_why, answer) => {
    api.on('/logout', answer);
    await expect(logOut()).rejects.toThrow();
    expect(getSession().token).toBe('token-1');
    expect(sessionSignal().aborted).toBe(false);
  });

  test('does not end a session that has begun meanwhile', async () => {
    const answer = heldBack('/logout');
    const logout = logOut();
    await until(() => api.sentTo('/logout').length === 1);
    startSession({ token: 'token-of-ben', loginUser: { name: 'Ben' } });
    answer({ status: 204 });
    await logout;
    expect(getSession().token).toBe('token-of-ben');
    expect(ends).toEqual([]);
  });
});
