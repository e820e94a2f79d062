import { apiClient } from './api-client.ts';
import { endSession, startSession } from './session.ts';
import { FakeApi, type SentRequest, setXsrfCookie, testConfiguration } from './testing/fake-api.ts';

let mockConfiguration = testConfiguration;
jest.mock('./configuration.ts', () => ({ getConfiguration: () => mockConfiguration }));
jest.mock('./identity.ts', () => ({ signOut: async () => {} }));

const refused = { status: 403, body: { code: 'csrf_token_invalid' } };

let api: FakeApi;

beforeEach(() => {
  mockConfiguration = testConfiguration;
  api = new FakeApi();
  api.on('/ip', { body: { ip: '203.0.113.7' } });
  api.on('/verify', { body: { name: 'Ada' } });
  api.on('/logout', { status: 204 });
  api.on('/driver/profile/update', { body: {} });
  startSession({ token: 'token-1', loginUser: null });
});

afterEach(() => {
  endSession('logged-out');
  api.remove();
});

const asked = () => api.sentTo('/xsrf').length;
const tokensOf = (path: string) => api.sentTo(path).map(({ headers }) => headers['x-xsrf-token']);
const save = () => apiClient.updateProfile({ name: 'Ada', phone: '+1 2025550142' });

const withToken = (request: SentRequest | undefined, token: string) => ({
  ...request,
  headers: { ...request?.headers, 'x-xsrf-token': token },
});

/** Refuses the first call, and answers the next. */
function refusedFirst(response: { status?: number; body?: object }) {
  const responses = [response, refused];
  return () => responses.pop() ?? {};
}

describe('before a state-changing call', () => {
  test('the cookie is requested, without the session', async () => {
    await apiClient.logout();
    expect(api.requests.map(({ method, url }) => `${method} ${url}`).slice(-2)).toEqual([
      'GET /api/v1/xsrf',
      'POST /api/v1/logout',
    ]);
    expect(api.sentTo('/xsrf')[0]?.headers).not.toHaveProperty('authorization');
    expect(tokensOf('/logout')).toEqual(['from-api']);
  });

  test('it is requested once', async () => {
    await Promise.all([save(), apiClient.logout(), save()]);
    await save();
    expect(asked()).toBe(1);
    expect(tokensOf('/driver/profile/update')).toEqual(['from-api', 'from-api', 'from-api']);
  });

  test('it is not requested when the page has one', async () => {
    setXsrfCookie('from-before');
    await apiClient.logout();
    expect(asked()).toBe(0);
    expect(tokensOf('/logout')).toEqual(['from-before']);
  });

  test('an empty one counts as none', async () => {
    setXsrfCookie('');
    await apiClient.logout();
    expect(tokensOf('/logout')).toEqual(['from-api']);
  });

  test.each([
    ['no response' as const, null],
    [{ status: 503 }, 503],
  ])(
    'a failure (%j) is the failure of the call, and the next one requests it again',
    async (failure, status) => {
      api.on('/xsrf', failure);
      const calls = await Promise.allSettled([save(), apiClient.logout()]);
      for (const call of calls)
        expect(call).toMatchObject({ reason: { name: 'ApiError', status } });
      expect(api.sentTo('/driver/profile/update')).toEqual([]);
      expect(asked()).toBe(1);

      api.on('/xsrf', { status: 204 });
      await save();
      expect(asked()).toBe(2);
    },
  );

  test('a session that ends during this request ends the call', async () => {
    const response = api.holdBack('/xsrf');
    const call = save();
    await api.untilSent('/xsrf');
    endSession('logged-out');
    response({ status: 204 });
    await expect(call).rejects.toMatchObject({ status: null });
    expect(api.sentTo('/driver/profile/update')).toEqual([]);
  });
});

test('a call that only reads needs no cookie', async () => {
  await apiClient.verify();
  expect(asked()).toBe(0);
});

describe('a call that is refused for its cookie', () => {
  beforeEach(() => setXsrfCookie('from-before'));

  test('is sent again unchanged with a new one', async () => {
    api.on('/driver/profile/update', refusedFirst({ body: { name: 'Ada' } }));
    await expect(save()).resolves.toEqual({ name: 'Ada' });
    expect(asked()).toBe(1);
    expect(tokensOf('/driver/profile/update')).toEqual(['from-before', 'from-api']);
    const [first, second] = api.sentTo('/driver/profile/update');
    expect(second).toEqual(withToken(first, 'from-api'));
    expect(second?.body).toBe(first?.body);
  });

  test('keeps a body of JSON', async () => {
    api.on('/driver/password-changed', refusedFirst({ status: 204 }));
    await apiClient.passwordChanged({ firebase_token: ' {"a": 1} ' });
    const [first, second] = api.sentTo('/driver/password-changed');
    expect(second?.body).toBe(JSON.stringify({ firebase_token: ' {"a": 1} ' }));
    expect(second).toEqual(withToken(first, 'from-api'));
  });

  test('uses the one that another tab has got', async () => {
    api.on('/xsrf', { status: 204 });
    const responses = refusedFirst({ status: 204 });
    api.on('/logout', () => {
      setXsrfCookie('from-other-tab');
      return responses();
    });
    await apiClient.logout();
    expect(tokensOf('/logout')).toEqual(['from-before', 'from-other-tab']);
  });

  test('is sent again once', async () => {
    api.on('/logout', refused);
    const failure = { status: 403, code: 'csrf_token_invalid' };
    await expect(apiClient.logout()).rejects.toMatchObject(failure);
    expect(asked()).toBe(1);
    expect(api.sentTo('/logout')).toHaveLength(2);
  });

  test('is not sent again if there is no new cookie', async () => {
    api.on('/xsrf', 'no response');
    api.on('/logout', refused);
    await expect(apiClient.logout()).rejects.toMatchObject({ status: null });
    expect(api.sentTo('/logout')).toHaveLength(1);
  });

  test('is not sent again after its session has ended', async () => {
    const response = api.holdBack('/xsrf');
    api.on('/driver/profile/update', refused);
    const call = save();
    await api.untilSent('/xsrf');
    endSession('logged-out');
    startSession({ token: 'token-2', loginUser: null });
    response({ status: 204 });
    await expect(call).rejects.toMatchObject({ status: null });
    expect(api.sentTo('/driver/profile/update')).toHaveLength(1);
  });
});

test.each([
  'no response' as const,
  { status: 403, body: { code: 'driver_disabled' } },
  { status: 429, body: { code: 'rate_limited' } },
  { status: 500 },
  { status: 503, body: { code: 'unavailable' } },
])('a call that fails with %j is not sent again', async (response) => {
  setXsrfCookie('from-before');
  api.on('/driver/profile/update', response);
  await expect(save()).rejects.toMatchObject({ name: 'ApiError' });
  expect(asked()).toBe(0);
  expect(api.sentTo('/driver/profile/update')).toHaveLength(1);
});

describe('an API that is configured with an origin', () => {
  test('sets the cookie if that is the page’s own origin', async () => {
    mockConfiguration = { ...testConfiguration, apiBase: `${location.origin}/v2` };
    await apiClient.logout();
    expect(api.sentTo('/xsrf')[0]?.url).toBe(`${location.origin}/v2/xsrf`);
    expect(tokensOf('/logout')).toEqual(['from-api']);
  });

  test('is not asked for it on another origin, whose cookie no page could read', async () => {
    mockConfiguration = { ...testConfiguration, apiBase: 'https://api.kargo.example/v1' };
    api.on('/logout', refused);
    await expect(apiClient.logout()).rejects.toMatchObject({ code: 'csrf_token_invalid' });
    expect(asked()).toBe(0);
    expect(tokensOf('/logout')).toEqual([undefined]);
  });
});
