import { onLoadingChange } from './loading.ts';
import { endSession, getSession, onSessionEnd, type SessionEnd, startSession } from './session.ts';
import { loadProfile } from './session-actions.ts';
import { FakeApi, profile, testConfiguration } from './testing/fake-api.ts';

jest.mock('./configuration.ts', () => ({ getConfiguration: () => testConfiguration }));
jest.mock('./identity.ts', () => ({ signOut: async () => {} }));

// The script that makes these calls is tested in shell/src/inline/early-calls.test.ts.

let api: FakeApi;
let ends: SessionEnd[];
let stopListening: () => void;
let settle: { answer(response: Response): void; fail(error: Error): void };
const cancel = jest.fn();

beforeEach(() => {
  api = new FakeApi();
  api.on('/ip', { body: { ip: '203.0.113.7' } });
  api.on('/verify', { body: { ...profile, name: 'Asked again' } });
  jest.spyOn(console, 'error').mockImplementation(() => {});
  startSession({ token: 'token-1', loginUser: null });
  ends = [];
  stopListening = onSessionEnd((reason) => ends.push(reason));
  cancel.mockClear();
  const verify = new Promise<Response>((resolve, reject) => {
    settle = { answer: resolve, fail: reject };
  });
  verify.catch(() => {});
  globalThis.kargoEarlyCalls = {
    token: 'token-1',
    deviceId: Promise.resolve('198.51.100.9'),
    verify,
    cancel,
  };
});

afterEach(() => {
  stopListening();
  endSession('logged-out');
  globalThis.kargoEarlyCalls = undefined;
  api.remove();
});

const refusal = (status: number, body: object = {}) => Response.json(body, { status });

test('the profile comes from the early response, once, and nothing is sent', async () => {
  settle.answer(Response.json({ ...profile, access_token: 'token-2' }));
  await loadProfile();
  expect(getSession()).toEqual({ isLoading: false, loginUser: profile, token: 'token-2' });
  expect(api.requests).toEqual([]);
  await loadProfile();
  expect(api.sentTo('/verify')).toHaveLength(1);
  expect(getSession().loginUser?.name).toBe('Asked again');
});

test('later calls use the address that was looked up early', async () => {
  settle.answer(Response.json(profile));
  await loadProfile();
  await loadProfile();
  expect(api.sentTo('/verify')[0]?.headers['x-device-id']).toBe('198.51.100.9');
  expect(api.sentTo('/ip')).toEqual([]);
});

test('the loading flag is set while the early call is unanswered', async () => {
  const flags: boolean[] = [];
  const stop = onLoadingChange((isLoading) => flags.push(isLoading));
  const load = loadProfile();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(flags).toEqual([true]);
  expect(getSession().isLoading).toBe(true);
  settle.answer(Response.json(profile));
  await load;
  expect(flags).toEqual([true, false]);
  stop();
});

test("the response to another driver's call is not used, and that call is cancelled", async () => {
  startSession({ token: 'token-of-ben', loginUser: null });
  settle.answer(Response.json(profile));
  await loadProfile();
  expect(cancel).toHaveBeenCalledTimes(1);
  expect(api.sentTo('/verify')[0]?.headers.authorization).toBe('Bearer token-of-ben');
  expect(getSession().loginUser?.name).toBe('Asked again');
});

test('a session that ends cancels the early call', async () => {
  const load = loadProfile();
  await new Promise((resolve) => setTimeout(resolve, 10));
  endSession('logged-out');
  expect(cancel).toHaveBeenCalledTimes(1);
  settle.answer(Response.json({ ...profile, access_token: 'token-2' }));
  await load;
  expect(getSession()).toEqual({ isLoading: false, loginUser: null, token: null });
  expect(localStorage.getItem('kargo_web')).toBeNull();
});

test.each([
  ['401', () => settle.answer(refusal(401, { code: 'unauthenticated', message: 'No.' }))],
  ['500', () => settle.answer(refusal(500))],
  ['200 without a profile', () => settle.answer(new Response('<html>'))],
  ['200 with another object', () => settle.answer(refusal(200))],
])('an early call that got %s ends the session like any other call', async (_, end) => {
  end();
  await loadProfile();
  expect(ends).toEqual(['profile-load-failed']);
  expect(getSession().token).toBeNull();
  expect(api.sentTo('/verify')).toEqual([]);
});

/** A response whose connection ends in the middle. */
const cutOff = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":"A'));
        controller.error(new TypeError('network error'));
      },
    }),
  );

test.each([
  ['got no response', () => settle.fail(new TypeError('Failed to fetch'))],
  ['was cut off in its response', () => settle.answer(cutOff())],
])('an early call that %s is sent again, once', async (_, end) => {
  end();
  await loadProfile();
  expect(api.sentTo('/verify')).toHaveLength(1);
  expect(getSession().loginUser?.name).toBe('Asked again');
});

test('if that fails too, the session ends after two calls', async () => {
  settle.fail(new TypeError('Failed to fetch'));
  api.on('/verify', 'no response');
  await loadProfile();
  expect(api.sentTo('/verify')).toHaveLength(1);
  expect(ends).toEqual(['profile-load-failed']);
});

test('nothing more is sent when the session ends during an early call', async () => {
  const load = loadProfile();
  await new Promise((resolve) => setTimeout(resolve, 10));
  endSession('logged-out');
  settle.fail(new DOMException('It was cancelled', 'AbortError'));
  await load;
  expect(api.requests).toEqual([]);
});

test('an early call that was cut off is sent again when the browser is back online', async () => {
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const load = loadProfile();
  await new Promise((resolve) => setTimeout(resolve, 10));
  online.mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  api.on('/verify', 'no response');
  settle.fail(new TypeError('Failed to fetch'));
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(getSession().token).toBe('token-1');
  api.on('/verify', { body: { ...profile, name: 'Asked again' } });
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await load;
  expect(getSession().loginUser?.name).toBe('Asked again');
  expect(ends).toEqual([]);
});
