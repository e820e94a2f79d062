import { FakeApi, testConfiguration } from './testing/fake-api.ts';

jest.mock('./configuration.ts', () => ({ getConfiguration: () => testConfiguration }));

let api: FakeApi;

beforeEach(() => {
  api = new FakeApi();
  jest.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => api.remove());

/** `getDeviceId` of a page that has just been opened. */
async function inNewPage() {
  let getDeviceId = async (): Promise<string | null> => '';
  await jest.isolateModulesAsync(async () => {
    ({ getDeviceId } = await import('./device-id.ts'));
  });
  return getDeviceId;
}

test('the device id is the public IP address', async () => {
  api.on('/ip', { body: { ip: '203.0.113.7' } });
  const getDeviceId = await inNewPage();
  await expect(getDeviceId()).resolves.toBe('203.0.113.7');
});

test('it is looked up once per page, however often it is asked for', async () => {
  api.on('/ip', { body: { ip: '203.0.113.7' } });
  const getDeviceId = await inNewPage();
  await Promise.all([getDeviceId(), getDeviceId()]);
  await getDeviceId();
  expect(api.sentTo('/ip')).toHaveLength(1);
});

test.each([
  ['does not answer', 'no response' as const],
  ['answers with an error', { status: 500, body: { ip: '203.0.113.7' } }],
  ['answers without an address', { body: {} }],
  ['answers with something else', { body: { ip: 7 } }],
  ['answers with what no header may have', { body: { ip: '１.2\n3' } }],
])('it is null, and the log says so, when the look-up %s', async (_what, response) => {
  api.on('/ip', response);
  const getDeviceId = await inNewPage();
  await expect(getDeviceId()).resolves.toBeNull();
  expect(console.error).toHaveBeenCalledWith('Failed to fetch IP address:', expect.any(Error));
});

test('a look-up that failed is not tried again on the same page', async () => {
  api.on('/ip', 'no response');
  const getDeviceId = await inNewPage();
  await getDeviceId();
  await expect(getDeviceId()).resolves.toBeNull();
  expect(api.sentTo('/ip')).toHaveLength(1);
});

test('the look-up takes three seconds at most, and sends nothing about the page', async () => {
  const deadline = AbortSignal.abort();
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline);
  const fetch = jest.spyOn(globalThis, 'fetch');
  await (await inNewPage())();
  expect(timeout).toHaveBeenCalledWith(3000);
  expect(fetch).toHaveBeenCalledWith('/api/v1/ip', {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: deadline,
  });
});

test('it is looked up again when an offline browser is back online', async () => {
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  api.on('/ip', 'no response');
  const getDeviceId = await inNewPage();
  await expect(getDeviceId()).resolves.toBeNull();
  api.on('/ip', { body: { ip: '203.0.113.7' } });
  await expect(getDeviceId()).resolves.toBeNull();
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await expect(getDeviceId()).resolves.toBe('203.0.113.7');
});
