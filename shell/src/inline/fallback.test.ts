/** @jest-environment node */
import { page } from './testing/page.ts';

/** Runs the script in a page of shell 2.0.0. */
async function run(given = {}) {
  const reload = jest.fn();
  const listeners = new Map<string, (event: unknown) => void>();
  const sendBeacon = jest.fn<boolean, [string, Blob]>();
  const { document } = page({
    shellVersion: '2.0.0',
    navigator: { sendBeacon },
    location: { protocol: 'https:', origin: 'https://kargo.example', reload },
    document: { cookie: '', readyState: 'loading', getElementById: () => null, ...given },
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    setTimeout: (action: () => void) => listeners.set('15 s later', action),
  });
  await jest.isolateModulesAsync(async () => {
    await import('./fallback.ts');
  });
  const tell = (name: string, event = {}) => listeners.get(name)?.(event);
  return { tell, reload, document, sendBeacon };
}

const src = 'https://kargo.example/releases/shell/2.0.0/main.js';

test.each([
  ['is not loaded', 'error', { target: { src } }],
  ['throws', 'error', { filename: src, target: {} }],
  ['is not there', '15 s later', {}],
])(
  'a page whose shell %s reloads once, and tells the gateway which shell failed',
  async (_what, name, event) => {
    const { tell, reload, document, sendBeacon } = await run();
    tell(name, event);
    tell(name, event);
    expect(sendBeacon).toHaveBeenCalledTimes(1);
    const [path, body] = sendBeacon.mock.calls[0] ?? [];
    expect([path, body?.type]).toEqual(['/releases/report', 'application/json']);
    expect(JSON.parse((await body?.text()) ?? '')).toEqual({
      kind: 'gave-way',
      app: 'shell',
      version: '2.0.0',
    });
    expect(document.cookie).toBe('kargo-failed-shell=2.0.0;path=/;max-age=600;samesite=lax;secure');
    expect(reload).toHaveBeenCalledTimes(1);
  },
);

test('a page whose browser has no beacons reloads too', async () => {
  const { tell, reload } = await run();
  Object.assign(navigator, { sendBeacon: undefined });
  expect(() => tell('error', { target: { src } })).toThrow('sendBeacon');
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  ['of a remote', { target: { src: 'https://kargo.example/releases/auth/1.0.0/main.js' } }],
  ['of a browser extension', { filename: 'chrome-extension://a/b.js', target: {} }],
  ['without an address', { filename: '', target: {} }],
  ['of a style sheet', { target: { href: src } }],
])('an error %s reloads nothing', async (_what, event) => {
  const { tell, reload } = await run();
  tell('error', event);
  expect(reload).not.toHaveBeenCalled();
});

test('nor does one after the visitor has typed', async () => {
  const { tell, reload } = await run();
  tell('input');
  tell('error', { target: { src } });
  expect(reload).not.toHaveBeenCalled();
});

test('nor does one in a rendered page', async () => {
  const { tell, reload } = await run({ readyState: 'complete' });
  tell('15 s later');
  expect(reload).not.toHaveBeenCalled();
});

test('nor does one if the browser keeps no cookie, since the same shell would come again', async () => {
  const { tell, reload, document } = await run();
  Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });
  tell('error', { target: { src } });
  expect(reload).not.toHaveBeenCalled();
});
