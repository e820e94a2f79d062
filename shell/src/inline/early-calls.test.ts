/** @jest-environment node */
import { setImmediate } from 'node:timers/promises';
import { page } from './testing/page.ts';

interface Responses {
  ip?: () => Promise<Response>;
  verify?: () => Promise<Response>;
}

/** Runs the script in a page that has only the globals it uses. */
async function run(
  stored: string | null | Error,
  { ip = addressOf('203.0.113.7'), verify = answer({ name: 'Ada Field' }) }: Responses = {},
  { onLine = true, cookie = '', apiBase = '/api/v1' } = {},
) {
  const sent: { url: string; headers: Record<string, string>; signal?: AbortSignal }[] = [];
  const written: string[] = [];
  const led: string[] = [];
  const errors: unknown[] = [];
  const marks: string[] = [];
  const removed: string[] = [];
  const html = { hidden: false, setAttribute: (name: string) => marks.push(name) };
  page({
    localStorage: {
      getItem() {
        if (stored instanceof Error) throw stored;
        return stored;
      },
      removeItem: (key: string) => removed.push(key),
    },
    navigator: { onLine },
    location: {
      href: 'https://kargo.example/profile',
      origin: 'https://kargo.example',
      replace: (to: string) => led.push(to),
    },
    console: { error: (...parts: unknown[]) => errors.push(parts.join(' ')) },
    document: {
      cookie,
      readyState: 'complete',
      documentElement: html,
      getElementById: () => ({
        textContent: JSON.stringify({ ipLookupUrl: 'https://ip.example', apiBase }),
      }),
      querySelector: () => ({
        replaceChildren: (it: { textContent: string }) => written.push(it.textContent),
      }),
      createElement: () => ({}),
    },
    fetch: (url: string, init: { headers?: Record<string, string>; signal?: AbortSignal }) => {
      sent.push({ url, headers: { ...init.headers }, signal: init.signal });
      return url === 'https://ip.example' ? ip() : verify();
    },
    kargoEarlyCalls: undefined,
  });
  await jest.isolateModulesAsync(async () => {
    await import('./early-calls.ts');
  });
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  return { sent, written, led, errors, marks, removed, html, calls: globalThis.kargoEarlyCalls };
}

const answer = (body: unknown, init?: ResponseInit) => async () => Response.json(body, init);
const addressOf = (ip: string) => answer({ ip });
const stored = '{"token":"token-1"}';

for (const nothing of [
  null,
  '',
  'null',
  '{}',
  '{"token":null}',
  '{"token":" "}',
  '7',
  '["token-1"]',
  '{"constructor":"token-1"}',
  '{"token":',
  'two words',
]) {
  test(`With ${JSON.stringify(nothing)} stored, which is removed, a visitor goes to the login, sees nothing and calls nothing`, async () => {
    const { led, html, sent, marks, removed } = await run(nothing);
    expect(removed).toEqual(['kargo_web']);
    expect(led).toEqual(['/login']);
    expect(html.hidden).toBe(true);
    expect(sent).toEqual([]);
    expect(marks).toEqual([]);
  });
}

test('So does a visitor whose browser stores nothing', async () => {
  expect((await run(new Error('Storage is off'))).led).toEqual(['/login']);
});

for (const form of [stored, '"token-1"', 'token-1']) {
  test(`The token is read from ${form}, and sent with the address that was looked up`, async () => {
    const { sent, led, marks } = await run(form);
    expect(led).toEqual([]);
    expect(marks).toEqual(['data-frame']);
    expect(sent.map(({ url, headers }) => [url, headers])).toEqual([
      ['https://ip.example', {}],
      ['/api/v1/verify', { Authorization: 'Bearer token-1', 'X-Device-ID': '203.0.113.7' }],
    ]);
  });
}

test('The token against forged requests is sent along', async () => {
  const { sent } = await run(stored, {}, { cookie: 'a=b; XSRF-TOKEN=x%2Fy; c=d' });
  expect(sent[1]?.headers['X-XSRF-TOKEN']).toBe('x/y');
});

for (const [apiBase, goes] of [
  ['https://kargo.example/api', true],
  ['https://kargo.example.net/api', false],
  ['//api.kargo.example/v1', false],
] as const) {
  test(`It ${goes ? 'is' : 'is not'} sent to an API at ${apiBase}`, async () => {
    const { sent } = await run(stored, {}, { cookie: 'XSRF-TOKEN=x', apiBase });
    expect('X-XSRF-TOKEN' in (sent[1]?.headers ?? {})).toBe(goes);
  });
}

for (const foreign of ['foreign', '%E0%A4%A']) {
  test(`The header gets the driver's own cookie, not ${foreign} from a parent domain`, async () => {
    const own = `kargo-${'a'.repeat(43)}`;
    const cookie = `XSRF-TOKEN=${foreign}; XSRF-TOKEN=${own}`;
    const { sent, written } = await run(stored, {}, { cookie });
    expect(sent[1]?.headers['X-XSRF-TOKEN']).toBe(own);
    expect(written).toEqual(['Ada Field']);
  });
}

test('The call waits for the look-up, which has a deadline', async () => {
  const { sent } = await run(stored, { ip: () => new Promise(() => {}) });
  expect(sent.length).toBe(1);
  expect(sent[0]?.signal).toBeTruthy();
});

for (const [problem, ip] of [
  ['fails', async () => Promise.reject(new Error('no network'))],
  ['answers 500', answer({}, { status: 500 })],
  ['returns no address', answer({})],
] as const) {
  test(`A look-up that ${problem} is reported, and the call has no address`, async () => {
    const { sent, errors } = await run(stored, { ip });
    expect(sent[1]?.headers).toEqual({ Authorization: 'Bearer token-1' });
    expect(String(errors)).toMatch(/^Failed to fetch IP address:/);
  });
}

test('Both calls are made even if the browser says that it is offline', async () => {
  const { sent, written } = await run(stored, {}, { onLine: false });
  expect(sent.length).toBe(2);
  expect(written).toEqual(['Ada Field']);
});

test('The name is written as text, whatever is in it', async () => {
  const { written } = await run(stored, { verify: answer({ name: '<b>Ada</b>' }) });
  expect(written).toEqual(['<b>Ada</b>']);
});

for (const [which, verify] of [
  ['a refusal', answer({ name: 'Nobody' }, { status: 401 })],
  ['no response', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a response without a name', answer({ name: 7 })],
] as const) {
  test(`With ${which} nothing is written, and nothing is left unhandled`, async () => {
    const { written, calls } = await run(stored, { verify });
    expect(written).toEqual([]);
    expect(calls?.token).toBe('token-1');
  });
}

test('The response can still be read, and the call cancelled, after the name was read', async () => {
  const { calls, sent } = await run(stored);
  expect(await (await calls?.verify)?.json()).toEqual({ name: 'Ada Field' });
  calls?.cancel();
  expect(sent[1]?.signal?.aborted).toBe(true);
});
