import { getConfiguration } from '@kargo/shared-runtime/configuration';
import { setOnline } from '@kargo/shared-runtime/testing/fake-api';
import type { PublicConfiguration } from '@kargo/shared-types/page/public-configuration';
import type { ReleaseName } from '@kargo/shared-types/releases/release';
import {
  developmentVersion,
  releasePath,
  stylesPath,
} from '@kargo/shared-types/releases/release-addresses';
import { report } from '../reports/report.ts';
import { inTime, loadScript } from './load-script.ts';
import { releaseFailed, releaseMapArrived } from './release-transitions.ts';
import { chosenRelease, isShellDeleted } from './tracked-releases.ts';

jest.mock('@kargo/shared-runtime/configuration', () => ({ getConfiguration: jest.fn() }));
jest.mock('../reports/report.ts', () => ({ report: jest.fn() }));

/** The response to one request, or nothing until the request is aborted. */
type FakeResponse = Answered | 'nothing' | 'offline';

interface Answered {
  status?: number;
  type?: string;
  /** Milliseconds until the response begins. */
  after?: number;
  /** Milliseconds before each piece of the body; `Infinity` for one that never comes. */
  pieces?: number[];
}

const script: FakeResponse = {};
const hash = 'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC';

const addressIn = (version: string) =>
  `http://localhost${releasePath('auth', version)}remoteEntry.js`;
/** No version is used twice, since a page remembers how each did. */
let count = 0;
let current: string;
let fallback: string;
let ofCurrent: [url: string, release: ReleaseName, integrity: string];
let ofFallback: typeof ofCurrent;

let asked: string[];
let ran: string[];

beforeEach(() => {
  jest.useFakeTimers();
  jest.mocked(report).mockClear();
  siteSets(undefined);
  document.head.replaceChildren();
  asked = [];
  ran = [];
  count += 1;
  const versions = [`${count}.1.0`, `${count}.0.0`] as const;
  [current, fallback] = [addressIn(versions[0]), addressIn(versions[1])];
  ofCurrent = [current, { app: 'auth', version: versions[0] }, hash];
  ofFallback = [fallback, { app: 'auth', version: versions[1] }, hash];
  releaseMapArrived({ auth: versions.map((version) => ({ url: addressIn(version), version })) });
  scriptsDo((element) => element.dispatchEvent(new Event('load')));
});

afterEach(() => {
  jest.useRealTimers();
  setOnline(true);
});

const never = new Promise<never>(() => {});

/** Browsers list as many files as there is room for. */
function listFiles(count: () => number) {
  let room = 250;
  Object.assign(performance, {
    getEntriesByType: () => Array(Math.min(count(), room)),
    setResourceTimingBufferSize: (size: number) => (room = size),
  });
}

test.each([0, 250])(
  'a promise of a release is awaited until nothing has arrived for 2.5 s, on a page of %i files',
  async (before) => {
    let files = before;
    listFiles(() => files);
    const [, release] = ofCurrent;
    const ending = endingOf(inTime(never, release));
    await jest.advanceTimersByTimeAsync(2000);
    files += 1;
    await jest.advanceTimersByTimeAsync(2499);
    expect(ending()).toBe('open');
    await jest.advanceTimersByTimeAsync(251);
    expect(ending()).not.toBe('open');
    await expect(inTime(Promise.resolve('screen'), release)).resolves.toBe('screen');
  },
);

test('it is awaited while a script is loading, however long that takes', async () => {
  listFiles(() => 0);
  serverResponds({ pieces: [2000, 2000] });
  const ending = endingOf(inTime(never, ofCurrent[1]));
  void loadScript(...ofCurrent);
  await jest.advanceTimersByTimeAsync(6000);
  expect(ending()).toBe('open');
  await jest.advanceTimersByTimeAsync(1000);
  expect(ending()).not.toBe('open');
});

test('a script without a hash is not even requested, except in development', async () => {
  serverResponds(script);
  const [url, release] = ofCurrent;
  await expect(loadScript(url, release)).rejects.toThrow('has no hash');
  expect(asked).toEqual([]);
  await within(0, loadScript(url, { app: 'auth', version: developmentVersion }));
  expect(ran).toEqual([current]);
});

test('a script is fetched first and run second, at the same address, by its hash', async () => {
  serverResponds(script);
  let element: HTMLScriptElement | undefined;
  scriptsDo((added) => {
    element = added;
    added.dispatchEvent(new Event('load'));
  });
  await within(0, loadScript(...ofCurrent));
  expect(asked).toEqual([current]);
  expect(ran).toEqual([current]);
  expect(element).toMatchObject({ integrity: hash, crossOrigin: 'anonymous' });
});

// WebKit may fire no event for a script that has left the document.
test('a script stays in the document until its event, and is fetched again after an error', async () => {
  const wasInDocument: boolean[] = [];
  serverResponds(script, script);
  scriptsDo((element) => {
    wasInDocument.push(element.isConnected);
    element.dispatchEvent(new Event(ran.length === 1 ? 'error' : 'load'));
  });
  await within(300, loadScript(...ofCurrent));
  expect(wasInDocument).toEqual([true, true]);
  expect(document.querySelector('script')).toBeNull();
});

test('after 1 s of silence the fallback of a release is fetched too, and the release goes on', async () => {
  serverResponds({ after: 1249 }, script);
  const ending = endingOf(loadScript(...ofCurrent));
  await jest.advanceTimersByTimeAsync(999);
  expect(asked).toEqual([current]);
  await jest.advanceTimersByTimeAsync(1);
  expect(asked).toEqual([current, fallback]);
  await jest.advanceTimersByTimeAsync(249);
  expect(ending()).toBe('loaded');
  expect(ran).toEqual([current]);
});

test.each([
  { what: 'nothing', response: 'nothing' as const, ms: 1250 },
  { what: 'a part', response: { pieces: [200, Number.POSITIVE_INFINITY] }, ms: 1500 },
])(
  'a release that sends $what gives way after $ms ms to one that has arrived by then',
  async ({ response, ms }) => {
    serverResponds(response, script);
    const ending = endingOf(loadScript(...ofCurrent));
    await jest.advanceTimersByTimeAsync(ms - 1);
    expect(ending()).toBe('open');
    await jest.advanceTimersByTimeAsync(1);
    expect(ending()).toMatch('silent');
    expect(ran).toEqual([]);
    await within(0, loadScript(...ofFallback));
    expect(asked).toEqual([current, fallback]);
    expect(ran).toEqual([fallback]);
  },
);

test('of several fallbacks, the one that has arrived is used', async () => {
  const last = { url: addressIn('0.1.0'), version: '0.1.0' };
  releaseMapArrived({
    auth: [ofCurrent, ofFallback].map(([url, { version }]) => ({ url, version })).concat(last),
  });
  serverResponds('nothing', 'nothing', script);
  const ending = endingOf(loadScript(...ofCurrent));
  await jest.advanceTimersByTimeAsync(1250);
  expect(ending()).toMatch('silent');
  releaseFailed(ofCurrent[1]);
  expect(chosenRelease('auth')?.version).toBe(last.version);
  await within(0, loadScript(last.url, { app: 'auth', version: last.version }, hash));
  expect(asked).toEqual([current, fallback, last.url]);
  expect(ran).toEqual([last.url]);
});

test('a release does not give way to one that is no faster', async () => {
  serverResponds({ after: 2400 }, { after: 2400 });
  await within(2400, loadScript(...ofCurrent));
  expect(ran).toEqual([current]);
});

test('when no release responds, the last is given up after 6 s', async () => {
  serverResponds();
  const first = endingOf(loadScript(...ofCurrent));
  await jest.advanceTimersByTimeAsync(2500);
  expect(first()).toMatch('silent');
  releaseFailed(ofCurrent[1]);
  const second = endingOf(loadScript(...ofFallback));
  await jest.advanceTimersByTimeAsync(3499);
  expect(second()).toBe('open');
  await jest.advanceTimersByTimeAsync(1);
  expect(second()).toMatch('silent');
  expect(asked).toEqual([current, fallback, expect.stringContaining(`${fallback}?attempt=`)]);
});

test('on a slow connection a release that arrives piece by piece is awaited', async () => {
  serverResponds({ after: 900, pieces: Array(30).fill(900) });
  await within(31 * 900, loadScript(...ofCurrent));
  expect(asked).toEqual([current]);
});

test('while one file of a release arrives, another one may wait', async () => {
  serverResponds({ pieces: Array(5).fill(900) }, { after: 5 * 900 });
  const loads = ['1.js', '2.js'].map((file) => loadScript(current + file, ofCurrent[1], hash));
  await within(6 * 900, Promise.all(loads).then());
  expect(asked).toHaveLength(2);
});

test('the site can configure how long a release may be silent', async () => {
  siteSets(400);
  serverResponds('nothing', script);
  const ending = endingOf(loadScript(...ofCurrent));
  await jest.advanceTimersByTimeAsync(200);
  expect(ending()).toMatch('silent');
});

test('the second attempt has its own address, since browsers cache failures', async () => {
  serverResponds({ status: 503 }, script);
  await within(300, loadScript(...ofCurrent));
  const [first, second] = asked;
  expect(first).toBe(current);
  expect(second).toMatch(/remoteEntry\.js\?attempt=\w+$/);
  expect(ran).toEqual([second]);
});

test.each([404, 410])(
  'a file that is gone (%s) is not requested again, nor waited for',
  async (status) => {
    setOnline(false);
    serverResponds({ status }, script);
    await failsWith('gone', 500);
    expect(asked).toHaveLength(1);
  },
);

test("a missing part of the shell's own release means that there is a new one", async () => {
  const gone = { status: 404 };
  serverResponds(gone, gone);
  await failsWith('gone', 0);
  expect(isShellDeleted()).toBe(false);
  const ofShell = { app: 'shell', version: '1.0.0' };
  await failsWith('gone', 0, loadScript('http://localhost/1.js', ofShell, hash));
  expect(isShellDeleted()).toBe(true);
});

test('styles are fetched like scripts, applied by their hash, and stay', async () => {
  serverResponds({ type: 'text/html' }, { type: 'text/css' });
  const [, release] = ofCurrent;
  const url = stylesPath(current);
  await within(300, loadScript(url, release, hash));
  expect(asked).toEqual([url, expect.stringMatching(/\/styles\.css\?attempt=/)]);
  const link = document.head.querySelector('link');
  expect(link).toHaveAttribute('href', asked[1]);
  expect(link).toMatchObject({ rel: 'stylesheet', integrity: hash, crossOrigin: 'anonymous' });
  expect(ran).toHaveLength(1);
});

test('styles that the browser refuses do not stay', async () => {
  serverResponds({ type: 'text/css' }, { type: 'text/css' });
  scriptsDo((element) => element.dispatchEvent(new Event('error')));
  const [, release] = ofCurrent;
  await failsWith('could not be run', 300, loadScript(stylesPath(current), release, hash));
  expect(document.head.querySelector('link')).toBeNull();
});

test('a connection that breaks is tried again', async () => {
  serverResponds('offline', script);
  await within(300, loadScript(...ofCurrent));
});

test('a script that cannot be run at the second attempt either is reported', async () => {
  setOnline(false);
  serverResponds(script, script);
  scriptsDo((element) => element.dispatchEvent(new Event('error')));
  await failsWith('could not be run', 500);
  expect(report).toHaveBeenCalledTimes(1);
  const scriptFailed = jest.fn();
  jest.mocked(report).mock.calls[0]?.[0]({ scriptFailed } as never);
  const [url, release] = ofCurrent;
  expect(scriptFailed).toHaveBeenCalledWith(release, url, expect.any(TypeError));
});

test('a script that hangs when it is requested again to be run is given up too', async () => {
  serverResponds(script);
  scriptsDo(() => {});
  await failsWith('not run', 15_000);
});

test('a release that has failed before gets its own address at once', async () => {
  const failed = addressIn('0.8.0');
  releaseMapArrived({ auth: [{ url: failed, version: '0.8.0' }] });
  releaseFailed({ app: 'auth', version: '0.8.0' });
  serverResponds(script);
  await within(
    0,
    loadScript(failed.replace('remoteEntry', 'chunk'), { app: 'auth', version: '0.8.0' }, hash),
  );
  expect(asked).toEqual([expect.stringMatching(/\/0\.8\.0\/chunk\.js\?attempt=\w+$/)]);
});

test('a script without a response while offline is loaded once the browser is online', async () => {
  setOnline(false);
  serverResponds(...Array(12).fill('offline'), script);
  const ending = endingOf(loadScript(...ofCurrent));
  await jest.advanceTimersByTimeAsync(59_000);
  expect(ending()).toBe('open');
  setOnline(true);
  await jest.advanceTimersByTimeAsync(0);
  expect(ending()).toBe('loaded');
  expect(asked[12]).toMatch(/remoteEntry\.js\?attempt=\w+$/);
});

test('it is loaded within seconds even if the browser never says that it is online', async () => {
  setOnline(false);
  serverResponds('offline', script);
  await within(5000, loadScript(...ofCurrent));
  expect(asked).toHaveLength(2);
});

test.each<[string, FakeResponse]>([
  ['503', { status: 503 }],
  ['text/html', { type: 'text/html' }],
])(
  'a release that responds with %s gives way, even offline, and is not run',
  async (what, response) => {
    setOnline(false);
    serverResponds(response, response);
    await failsWith(what, 500);
    expect(ran).toEqual([]);
  },
);

test('a tunnel uses up no attempt, whether requests fail or hang in it', async () => {
  serverResponds();
  releaseFailed(ofCurrent[1]);
  const ending = endingOf(loadScript(...ofFallback));
  setOnline(false);
  await jest.advanceTimersByTimeAsync(2500);
  expect(asked).toHaveLength(1);
  setOnline(true);
  await jest.advanceTimersByTimeAsync(5000);
  expect(asked).toHaveLength(3);
  expect(ending()).toMatch('silent');
});

test('a cached script runs offline', async () => {
  setOnline(false);
  serverResponds(script);
  await within(0, loadScript(...ofCurrent));
  expect(ran).toEqual([current]);
});

function siteSets(scriptSilenceMs: number | undefined): void {
  jest.mocked(getConfiguration).mockReturnValue({ scriptSilenceMs } as PublicConfiguration);
}

/** A response `'nothing'` ends only when the browser gives up, as with a real server. */
function serverResponds(...responses: FakeResponse[]): void {
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    asked.push(String(url));
    // No two attempts in one millisecond.
    jest.setSystemTime(Date.now() + 1);
    const response = responses.shift() ?? 'nothing';
    if (response === 'offline') throw new TypeError('Failed to fetch');
    return respond(
      response === 'nothing' ? { after: Number.POSITIVE_INFINITY } : response,
      init?.signal,
    );
  });
}

async function respond(
  { status = 200, type = 'text/javascript; charset=utf-8', after = 0, pieces = [] }: Answered,
  signal?: AbortSignal | null,
): Promise<Response> {
  const givenUp = new Promise<never>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
  const wait = (ms: number) => Promise.race([givenUp, ms === 0 ? undefined : delay(ms)]);
  await wait(after);
  const due = [...pieces];
  const body = new ReadableStream({
    async pull(controller) {
      const pause = due.shift();
      if (pause === undefined) return controller.close();
      await wait(pause);
      controller.enqueue(new Uint8Array(1));
    },
  });
  return new Response(body, { status, headers: { 'content-type': type } });
}

const delay = (ms: number) =>
  new Promise((resolve) => Number.isFinite(ms) && setTimeout(resolve, ms));

/** jsdom runs no scripts: this decides what happens to them. */
function scriptsDo(happen: (element: HTMLScriptElement) => void): void {
  jest.spyOn(document.head, 'append').mockImplementation((element) => {
    ran.push((element as HTMLScriptElement).src);
    document.head.appendChild(element as HTMLScriptElement);
    Promise.resolve().then(() => happen(element as HTMLScriptElement));
  });
}

/** Expects a load to succeed within this time. */
async function within(milliseconds: number, loading: Promise<void>): Promise<void> {
  const ending = endingOf(loading);
  await jest.advanceTimersByTimeAsync(milliseconds);
  expect(ending()).toBe('loaded');
}

/** Expects a load to fail within this time. */
async function failsWith(error: string, milliseconds: number, loading = loadScript(...ofCurrent)) {
  const ending = endingOf(loading);
  await jest.advanceTimersByTimeAsync(milliseconds);
  expect(ending()).toMatch(error);
}

/** How a load ended: `open` until then, then `loaded` or its error. */
function endingOf(loading: Promise<void>): () => string {
  let ending = 'open';
  loading.then(
    () => {
      ending = 'loaded';
    },
    (error) => {
      ending = String(error);
    },
  );
  return () => ending;
}
