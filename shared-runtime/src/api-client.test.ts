import { apiCalls } from '@kargo/shared-types/api/api-calls';
import { renderHook } from '@testing-library/react';
import { ApiError, apiClient } from './api-client.ts';
import { reportUpload, useUploadProgress } from './loading.ts';
import { endSession, getSession, onSessionEnd, type SessionEnd, startSession } from './session.ts';
import { FakeApi, profile, setXsrfCookie, testConfiguration } from './testing/fake-api.ts';

let mockConfiguration = testConfiguration;
jest.mock('./configuration.ts', () => ({ getConfiguration: () => mockConfiguration }));
jest.mock('./identity.ts', () => ({ signOut: async () => {} }));

const credentials = {
  email: 'ada@kargo.example',
  password: ' pass word ',
  type: 'driver',
  web_request: true,
  device_id: '203.0.113.7',
  firebase_token: 'id-token',
} as const;

let api: FakeApi;

beforeEach(() => {
  mockConfiguration = testConfiguration;
  api = new FakeApi();
  api.on('/ip', { body: { ip: '203.0.113.7' } });
  api.on('/verify', { body: profile });
  api.on('/logout', { status: 204 });
});

afterEach(() => {
  endSession('logged-out');
  api.remove();
});

function signIn() {
  startSession({ token: 'token-1', loginUser: null });
}

function endings(): SessionEnd[] {
  const reasons: SessionEnd[] = [];
  onSessionEnd((reason) => reasons.push(reason));
  return reasons;
}

describe('without a session', () => {
  test('the login request has the body of the spec and nothing else', async () => {
    api.on('/login', { body: { access_token: 'token-1', user: { name: 'Ada' } } });
    await apiClient.login(credentials);
    const [request] = api.sentTo('/login');
    expect(request).toMatchObject({ method: 'POST', url: '/api/v1/login' });
    expect(JSON.parse(String(request?.body))).toEqual({
      email: 'ada@kargo.example',
      password: ' pass word ',
      type: 'driver',
      web_request: true,
      device_id: '203.0.113.7',
      firebase_token: 'id-token',
    });
  });

  test('a call names neither the driver nor the device', async () => {
    await apiClient.verify();
    const [request] = api.sentTo('/verify');
    expect(request?.headers).not.toHaveProperty('authorization');
    expect(request?.headers).not.toHaveProperty('x-device-id');
    expect(api.sentTo('/ip')).toHaveLength(0);
  });
});

describe('with a session', () => {
  test('every call carries the token and the device id', async () => {
    signIn();
    await apiClient.verify();
    await apiClient.logout();
    for (const path of ['/verify', '/logout']) {
      expect(api.sentTo(path)[0]?.headers).toMatchObject({
        authorization: 'Bearer token-1',
        'x-device-id': '203.0.113.7',
      });
    }
  });

  test('logging out sends no body', async () => {
    signIn();
    await apiClient.logout();
    expect(api.sentTo('/logout')[0]).toMatchObject({ method: 'POST', body: undefined });
  });

  test('a link code cannot change the path it is sent to', async () => {
    signIn();
    await apiClient.resendOnboardingLink('../a b?c', 2).catch(() => {});
    expect(api.requests.at(-1)?.url).toBe('/api/v1/resend-onboarding-link/..%2Fa%20b%3Fc/2');
    await apiClient.resendOnboardingLink('eyJ.a+b/c=', 1).catch(() => {});
    expect(api.requests.at(-1)?.url).toBe('/api/v1/resend-onboarding-link/eyJ.a%2Bb%2Fc%3D/1');
  });

  test('a response that comes after the session has ended is dropped', async () => {
    signIn();
    const answer = api.holdBack('/verify');
    const call = apiClient.verify();
    await api.untilSent('/verify');
    endSession('logged-out');
    answer({ body: profile });
    await expect(call).rejects.toMatchObject({ status: null });
  });
});

describe('the token against forged requests', () => {
  beforeEach(() => {
    setXsrfCookie('from-cookie');
  });

  test('goes from the cookie into a header on the same origin', async () => {
    await apiClient.verify();
    expect(api.sentTo('/verify')[0]?.headers['x-xsrf-token']).toBe('from-cookie');
  });

  const own = `kargo-${'a'.repeat(43)}`;
  // Browsers send a cookie of the path before those of `/`.
  test.each(['foreign', '', '"quoted"', ' %20x', '%E0%A4%A', '%E2%82%AC'])(
    'is our own, even if a site of the parent domain has set %j',
    async (foreign) => {
      history.replaceState(null, '', '/login');
      // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no other way
      document.cookie = `XSRF-TOKEN=${foreign}; path=/login`;
      setXsrfCookie(own);
      expect(document.cookie).toMatch(new RegExp(`${own}$`));
      await apiClient.verify();
      await apiClient.logout();
      for (const path of ['/verify', '/logout'])
        expect(api.sentTo(path)[0]?.headers['x-xsrf-token']).toBe(own);
      // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no other way
      document.cookie = 'XSRF-TOKEN=; path=/login; max-age=0';
    },
  );

  test('does not go to another origin', async () => {
    mockConfiguration = { ...testConfiguration, apiBase: 'https://api.kargo.example/v1' };
    await apiClient.verify();
    const [request] = api.sentTo('/verify');
    expect(request?.url).toBe('https://api.kargo.example/v1/verify');
    expect(request?.headers).not.toHaveProperty('x-xsrf-token');
  });
});

describe('a call that fails', () => {
  test.each([
    ['our API', { code: 'rate_limited', message: 'Too many.' }, 'rate_limited', 'Too many.'],
    ['a server that says error', { error: 'No.' }, null, 'No.'],
    ['a server that says message and error', { message: 'A', error: 'B' }, null, 'A'],
    ['a server whose message is not text', { message: { en: 'A' } }, null, null],
    ['a server whose message is blank', { message: '  ', error: '' }, null, null],
    ['a server that says nothing', undefined, null, null],
  ])('has the message of %s', async (_server, body, code, serverMessage) => {
    api.on('/verify', { status: 429, body });
    const error = await apiClient.verify().catch((reason) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 429, code, serverMessage, retryAfterS: null });
  });

  test('says how long to wait, if the server did', async () => {
    api.on('/verify', { status: 429, headers: { 'retry-after': '42' } });
    await expect(apiClient.verify()).rejects.toMatchObject({ retryAfterS: 42 });
  });

  test.each([
    [500, { 'x-request-id': '4f1c' }, '4f1c'],
    [503, { 'x-request-id': '4f1c' }, '4f1c'],
    [500, {}, null],
    [422, { 'x-request-id': '4f1c' }, null],
  ])(
    'of status %d with %j has the reference %j for support',
    async (status, headers, reference) => {
      api.on('/verify', { status, headers });
      await expect(apiClient.verify()).rejects.toMatchObject({ reference });
    },
  );

  test('has no status when no response came', async () => {
    api.on('/verify', 'no response');
    await expect(apiClient.verify()).rejects.toMatchObject({
      status: null,
      serverMessage: null,
      reference: null,
    });
  });
});

describe('a response of another shape', () => {
  // axios parses JSON, whatever its content type.
  const page = { body: '<!doctype html><title>Wi-Fi</title>' };

  test('is a failure if it is a page, because something in front of the API has answered', async () => {
    for (const path of ['/logout', '/update-bank-details', '/login', '/resend-onboarding-link/a/1'])
      api.on(path, page);
    const calls = [
      apiClient.logout(),
      apiClient.updateBankDetails(),
      apiClient.login(credentials),
      apiClient.resendOnboardingLink('a', 1),
    ];
    for (const call of calls) {
      const failure = { status: 200, code: null, serverMessage: null };
      await expect(call).rejects.toMatchObject(failure);
    }
  });

  test.each([[null], [undefined], [[]], ['sent']])('of a save is a success: %j', async (body) => {
    api.on('/driver/profile/update', { body });
    const { image } = await apiClient.updateProfile({ name: 'Ada', phone: '' });
    expect(image).toBeUndefined();
  });
});

describe('each member makes its call in the table of calls', () => {
  // Here axios is the one for Node, which cannot send files of a browser.
  const docs = 'a file' as unknown as File;
  const sent = {
    login: () => apiClient.login(credentials),
    verifyMagicToken: () => apiClient.verifyMagicToken({ token: 'a', device_id: null }),
    verify: () => apiClient.verify(),
    verifyQuietly: () => apiClient.verifyQuietly(),
    passwordChanged: () => apiClient.passwordChanged({ firebase_token: 'a' }),
    updateProfile: () => apiClient.updateProfile({ name: 'Ada', phone: '' }),
    insertPayoutDetails: () =>
      apiClient.insertPayoutDetails({
        ...{ first_name: 'Ada', last_name: 'Field', phone: '', docs },
        ...{ day: '1', month: '2', year: '2000' },
      }),
    resendOnboardingLink: () => apiClient.resendOnboardingLink('a', 1),
    updateBankDetails: () => apiClient.updateBankDetails(),
    logout: () => apiClient.logout(),
  } satisfies Record<keyof typeof apiClient, () => Promise<unknown>>;

  test.each(Object.entries(sent))('%s', async (name, call) => {
    await call().catch(() => {});
    const { method, url, body } = api.requests.at(-1) ?? {};
    const expected = apiCalls[name as keyof typeof sent];
    const path = expected.call.replace(':token', 'a').replace(':mode', '1');
    expect(`${method} ${url}`).toBe(path.replace(' /', ' /api/v1/'));
    expect(typeof body === 'string').toBe('body' in expected);
  });
});

describe('a 401', () => {
  test('ends the session once, however many calls fail together', async () => {
    signIn();
    const reasons = endings();
    api.on('/update-bank-details', { status: 401 });
    const calls = Array.from({ length: 6 }, () => apiClient.updateBankDetails());
    const results = await Promise.allSettled(calls);
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(reasons).toEqual(['expired']);
    expect(getSession()).toEqual({ isLoading: false, loginUser: null, token: null });
    expect(localStorage.getItem('kargo_web')).toBeNull();
  });

  test('to the profile load is not reported as an expired session', async () => {
    signIn();
    const reasons = endings();
    api.on('/verify', { status: 401 });
    await apiClient.verify().catch(() => {});
    expect(reasons).toEqual(['profile-load-failed']);
  });

  test("to a visitor's call is reported once as an expired session, except for a login", async () => {
    const reasons = endings();
    api.on('/login', { status: 401 });
    await apiClient.login(credentials).catch(() => {});
    expect(reasons).toEqual([]);
    api.on('/resend-onboarding-link/a/1', { status: 401 });
    const resend = () => apiClient.resendOnboardingLink('a', 1);
    await Promise.allSettled([resend(), resend()]);
    expect(reasons).toEqual(['expired']);
  });

  test.each([400, 403, 404, 429, 500, 503])('ends the session, %i does not', async (status) => {
    signIn();
    api.on('/update-bank-details', { status });
    await apiClient.updateBankDetails().catch(() => {});
    expect(getSession().token).toBe('token-1');
  });
});

test('the page gets the code of an upload that the API refuses, and no other failures', async () => {
  const codes: string[] = [];
  addEventListener('kargo-upload-refused', (event) => codes.push((event as CustomEvent).detail));
  const update = () => apiClient.updateProfile({ name: 'Ada', phone: '' });
  for (const response of [
    { status: 422, body: { code: 'image-too-large', message: 'Ada, no' } },
    { status: 502, body: 'Ada' },
    'no response' as const,
  ]) {
    api.on('/driver/profile/update', response);
    await expect(update()).rejects.toBeInstanceOf(ApiError);
  }
  expect(codes).toEqual(['image-too-large']);
});

describe('the progress of an upload', () => {
  function progress(): number | null {
    const { result, unmount } = renderHook(() => useUploadProgress());
    unmount();
    return result.current;
  }

  test('is forgotten with its own call, and with no other', async () => {
    const answer = api.holdBack('/driver/profile/update');
    const upload = apiClient.updateProfile({ name: 'Ada', phone: '' });
    reportUpload(0.4);
    await apiClient.verify();
    expect(progress()).toBe(0.4);
    answer('no response');
    await expect(upload).rejects.toBeInstanceOf(ApiError);
    expect(progress()).toBeNull();
  });
});
