import { getConfiguration } from 'shared-runtime/configuration';
import type { PublicConfiguration } from 'shared-types/public-configuration';
import { releasePath } from 'shared-types/release-addresses';
import { announceNewVersion } from '../new-version/new-version.ts';
import { loadScript } from './load-script.ts';
import { markFailed } from './release-health.ts';
import { provideReleases } from './release-map.ts';

jest.mock('shared-runtime/configuration', () => ({ getConfiguration: jest.fn() }));
jest.mock('../new-version/new-version.ts', () => ({ announceNewVersion: jest.fn() }));

/** What the server does with one request: an answer, or nothing until the request is given up. */
type Answer = Partial<Response> | 'nothing' | 'offline';

const javascript = new Headers({ 'content-type': 'text/javascript; charset=utf-8' });
const script: Answer = {
  ok: true,
  status: 200,
  headers: javascript,
  arrayBuffer: async () => new ArrayBuffer(0),
};

const addressIn = (version: string) =>
  `http://localhost${releasePath('auth', version)}remoteEntry.js`;
const current = addressIn('1.0.0');
const fallback = addressIn('0.9.0');

const ofCurrent = [current, { app: 'auth', version: '1.0.0' }] as const;
const ofFallback = [fallback, { app: 'auth', version: '0.9.0' }] as const;

let asked: string[];
let ran: string[];

beforeEach(() => {
  jest.useFakeTimers();
  siteSets(undefined);
  asked = [];
  ran = [];
  provideReleases({
    auth: [
      { url: current, version: '1.0.0' },
      { url: fallback, version: '0.9.0' },
    ],
  });
  scriptsDo((element) => element.dispatchEvent(new Event('load')));
});

afterEach(() => {
  jest.useRealTimers();
  setOnline(true);
});

test('a script is fetched first and run second, at the same address', async () => {
  serverAnswers(script);
  await within(0, loadScript(...ofCurrent));
  expect(asked).toEqual([current]);
  expect(ran).toEqual([current]);
});

// WebKit may never tell how a script ended that has left the document.
test.each(['load', 'error'])('a script stays in the document until its %s event', async (event) => {
  const wasInDocument: boolean[] = [];
  serverAnswers(script, script);
  scriptsDo((element) => {
    wasInDocument.push(element.isConnected);
    element.dispatchEvent(new Event(ran.length === 1 ? event : 'load'));
  });
  await within(250, loadScript(...ofCurrent));
  expect(wasInDocument).not.toContain(false);
  expect(document.querySelector('script')).toBeNull();
});

test('a server that needs 2.4 s to answer is waited for', async () => {
  serverAnswersAfter(2400, script);
  await within(2400, loadScript(...ofCurrent));
  expect(asked).toEqual([current]);
});

test('the current release is given up after 3.75 s without an answer, and three attempts', async () => {
  serverAnswers('nothing', 'nothing', 'nothing', script);
  const ending = endingOf(loadScript(...ofCurrent));
  await jest.advanceTimersByTimeAsync(3749);
  expect(ending()).toBe('open');
  await jest.advanceTimersByTimeAsync(1);
  expect(ending()).toMatch(/625 ms/);
  expect(asked).toHaveLength(3);
  expect(ran).toEqual([]);
});

test('the release before is given up after 1.625 s, so that nobody waits 8 s for both', async () => {
  serverAnswers('nothing', 'nothing', script);
  const ending = endingOf(loadScript(...ofFallback));
  await jest.advanceTimersByTimeAsync(1624);
  expect(ending()).toBe('open');
  await jest.advanceTimersByTimeAsync(1);
  expect(ending()).toMatch(/625 ms/);
  expect(asked).toHaveLength(2);
});

test('an answer that begins and does not end is given up after 15 s and asked for again', async () => {
  serverAnswers({ ...script, arrayBuffer: 'nothing' as never }, script);
  const loading = loadScript(...ofCurrent);
  await jest.advanceTimersByTimeAsync(14_999);
  expect(asked).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  await expect(loading).resolves.toBeUndefined();
  expect(asked).toHaveLength(2);
});

test('a site sets deadlines of its own', async () => {
  siteSets({ answer: 400, complete: 1000 });
  serverAnswers('nothing', { ...script, arrayBuffer: 'nothing' as never }, script);
  const ending = endingOf(loadScript(...ofCurrent));
  await jest.advanceTimersByTimeAsync(399);
  expect(asked).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(999);
  expect(ending()).toBe('open');
  await jest.advanceTimersByTimeAsync(1);
  expect(ending()).toBe('loaded');
});

test('each later attempt has an address of its own, since the browser keeps what failed', async () => {
  const busy = { ...script, ok: false, status: 503 };
  serverAnswers(busy, busy, script);
  await within(500, loadScript(...ofCurrent));
  const [first, second, third] = asked;
  expect(first).toBe(current);
  expect(second).toMatch(/remoteEntry\.js\?attempt=\w+$/);
  expect(third).toMatch(/remoteEntry\.js\?attempt=\w+$/);
  expect(third).not.toBe(second);
  expect(ran).toEqual([third]);
});

test.each([404, 410])('a file that is gone (%s) is not asked for again', async (status) => {
  serverAnswers({ ...script, ok: false, status }, script);
  const ending = endingOf(loadScript(...ofCurrent));
  await jest.advanceTimersByTimeAsync(500);
  expect(ending()).toMatch('gone');
  expect(asked).toHaveLength(1);
});

test("a part of the shell's own release that is gone means that there is a new one", async () => {
  const gone = { ...script, ok: false, status: 404 };
  serverAnswers(gone, gone);
  const endings = [
    endingOf(loadScript(...ofCurrent)),
    endingOf(loadScript('http://localhost/1.js', { app: 'shell', version: '1.0.0' })),
  ];
  await jest.advanceTimersByTimeAsync(0);
  expect(endings.map((ending) => ending())).toEqual([
    expect.stringMatching('gone'),
    expect.stringMatching('gone'),
  ]);
  expect(announceNewVersion).toHaveBeenCalledTimes(1);
});

test('a page in place of a script is never run', async () => {
  const page = { ...script, headers: new Headers({ 'content-type': 'text/html' }) };
  serverAnswers(page, page, page);
  const ending = endingOf(loadScript(...ofCurrent));
  await jest.advanceTimersByTimeAsync(500);
  expect(ending()).toMatch('is of type text/html');
  expect(ran).toEqual([]);
});

test('a connection that breaks is tried again', async () => {
  let isFirst = true;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (!isFirst) return script as Response;
    isFirst = false;
    throw new TypeError('Failed to fetch');
  });
  await within(250, loadScript(...ofCurrent));
});

test('a script that cannot be run is fetched again', async () => {
  serverAnswers(script, script);
  scriptsDo((element) => {
    element.dispatchEvent(new Event(ran.length === 1 ? 'error' : 'load'));
  });
  await within(250, loadScript(...ofCurrent));
  expect(ran).toHaveLength(2);
});

test('a script that is asked for again when it is run, and hangs then, is given up too', async () => {
  serverAnswers(script, script, script);
  scriptsDo(() => {});
  const ending = endingOf(loadScript(...ofCurrent));
  await jest.advanceTimersByTimeAsync(3 * 15_000);
  expect(ending()).toMatch('15000 ms');
});

test('a release that failed before is asked for at an address of its own at once', async () => {
  const failed = addressIn('0.8.0');
  markFailed({ app: 'auth', version: '0.8.0' });
  serverAnswers(script);
  await within(
    0,
    loadScript(failed.replace('remoteEntry', 'chunk'), { app: 'auth', version: '0.8.0' }),
  );
  expect(asked).toEqual([expect.stringMatching(/\/0\.8\.0\/chunk\.js\?attempt=\w+$/)]);
});

test('a script that fails while the browser is offline is loaded when it is back, however long that takes', async () => {
  setOnline(false);
  serverAnswers('offline', script);
  const ending = endingOf(loadScript(...ofCurrent));
  await jest.advanceTimersByTimeAsync(60_000);
  expect(ending()).toBe('open');
  expect(asked).toEqual([current]);
  setOnline(true);
  await jest.advanceTimersByTimeAsync(0);
  expect(ending()).toBe('loaded');
  expect(asked[1]).toMatch(/remoteEntry\.js\?attempt=\w+$/);
});

test('a tunnel uses up no attempt, whether the request fails or hangs in it', async () => {
  serverAnswers('nothing', 'nothing', 'nothing', 'nothing', script);
  const ending = endingOf(loadScript(...ofCurrent));
  setOnline(false);
  await jest.advanceTimersByTimeAsync(2500);
  expect(asked).toHaveLength(1);
  setOnline(true);
  await jest.advanceTimersByTimeAsync(3750);
  expect(asked).toHaveLength(4);
  expect(ending()).toMatch(/625 ms/);
});

test('what the browser has in its cache is run offline', async () => {
  setOnline(false);
  serverAnswers(script);
  await within(0, loadScript(...ofCurrent));
  expect(ran).toEqual([current]);
});

test('a script that is gone is not waited for', async () => {
  setOnline(false);
  serverAnswers({ ...script, ok: false, status: 404 });
  const ending = endingOf(loadScript(...ofCurrent));
  await jest.advanceTimersByTimeAsync(0);
  expect(ending()).toMatch('gone');
});

function setOnline(isOnline: boolean): void {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

function siteSets(scriptDeadlines: PublicConfiguration['scriptDeadlines']): void {
  jest.mocked(getConfiguration).mockReturnValue({ scriptDeadlines } as PublicConfiguration);
}

function serverAnswers(...answers: Answer[]): void {
  serverAnswersAfter(0, ...answers);
}

/** Like a server, an answer `'nothing'` ends only when the browser gives the request up. */
function serverAnswersAfter(milliseconds: number, ...answers: Answer[]): void {
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    asked.push(String(url));
    // No two attempts in one millisecond.
    jest.setSystemTime(Date.now() + 1);
    const answer = answers.shift() ?? 'nothing';
    if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
    const untilGivenUp = () =>
      new Promise<never>((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    if (answer === 'offline') throw new TypeError('Failed to fetch');
    if (answer === 'nothing') return untilGivenUp();
    const isEndless = (answer.arrayBuffer as unknown) === 'nothing';
    return (isEndless ? { ...answer, arrayBuffer: untilGivenUp } : answer) as Response;
  });
}

/** jsdom runs no scripts: this says what becomes of one. */
function scriptsDo(happen: (element: HTMLScriptElement) => void): void {
  jest.spyOn(document.head, 'append').mockImplementation((element) => {
    ran.push((element as HTMLScriptElement).src);
    document.head.appendChild(element as HTMLScriptElement);
    Promise.resolve().then(() => happen(element as HTMLScriptElement));
  });
}

/** Expects a load to end well within this time. */
async function within(milliseconds: number, loading: Promise<void>): Promise<void> {
  const ending = endingOf(loading);
  await jest.advanceTimersByTimeAsync(milliseconds);
  expect(ending()).toBe('loaded');
}

/** How a load ended: `open` until then, `loaded`, or what it failed with. */
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
