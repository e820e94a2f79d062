import { act, renderHook } from '@testing-library/react';
import type { ReleaseMap, ReleaseMapEntry } from 'shared-types/release';
import { releasePath } from 'shared-types/release-addresses';
import {
  hasFailedBefore,
  isFallback,
  prepareNavigation,
  provideReleaseMap,
  releaseOrigins,
  retryRemote,
  setAside,
  useRelease,
} from './releases.ts';

const entryIn = (version: string, app = 'auth') => `${releasePath(app, version)}remoteEntry.js`;
const absolute = (address: string) => new URL(address, window.location.href).href;

/** Versions are never used twice: what failed once is remembered as long as the page is open. */
let count = 0;
let current: string;
let previous: string;
let navigations = 0;

beforeEach(async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  count += 1;
  current = `${count}.1.0`;
  previous = `${count}.0.0`;
  provideReleaseMap(mapOf({ auth: [current, previous], profile: [current] }));
  await goElsewhere();
});

afterEach(() => jest.useRealTimers());

test('a remote is loaded from its current release', () => {
  expect(release('auth')).toEqual({ url: absolute(entryIn(current)), version: current });
});

test('a release that was set aside gives way to the one before it, and that to none', () => {
  const { result } = renderHook(() => useRelease('auth'));
  act(() => setAside(requireRelease(result.current)));
  expect(result.current?.version).toBe(previous);
  act(() => setAside(requireRelease(result.current)));
  expect(result.current).toBeNull();
  expect(release('profile')?.version).toBe(current);
});

test('a remote that was never published has no release', () => {
  expect(release('marketing')).toBeNull();
});

test('a release outside the usual addresses has the version that the map states', () => {
  provideReleaseMap({
    microFrontends: {
      'kargo/auth': [{ url: 'http://localhost:3102/remoteEntry.js', metadata: { version: 'dev' } }],
    },
  });
  expect(release('auth')).toEqual({
    url: 'http://localhost:3102/remoteEntry.js',
    version: 'dev',
  });
});

test('the first page waits for nothing, since its map is fresh', () => {
  const fetch = serverAnswers(() => new Response('{}'));
  jest.isolateModules(() => {
    const page: typeof import('./releases.ts') = require('./releases.ts');
    page.provideReleaseMap(mapOf({ auth: [current] }));
    expect(page.prepareNavigation('default', 'auth/Login')).toBeUndefined();
  });
  expect(fetch).not.toHaveBeenCalled();
});

test('a navigation takes up what was published since, and asks once', async () => {
  const fetch = serverAnswers(() => Response.json(mapOf({ auth: ['9.9.9', current] })));
  const key = nextKey();
  const preparation = prepareNavigation(key, 'auth/Login');
  expect(prepareNavigation(key, 'auth/Login')).toBe(preparation);
  await preparation;
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(release('auth')?.version).toBe('9.9.9');
});

test('a navigation on the same screen takes up nothing, and waits for what that waits for', async () => {
  const fetch = serverAnswers(() => Response.json(mapOf({ auth: ['9.9.6', current] })));
  const preparation = prepareNavigation(nextKey(), 'auth/Login');
  expect(prepareNavigation(nextKey(), 'auth/Login')).toBe(preparation);
  await preparation;
  await prepareNavigation(nextKey(), 'auth/Login');
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('what is on the screen stays while the navigation waits', async () => {
  serverAnswers(() => Response.json(mapOf({ auth: ['9.9.8'] })));
  let renders = 0;
  renderHook(() => {
    renders += 1;
    return useRelease('auth');
  });
  await prepareNavigation(nextKey(), 'auth/Login');
  expect(renders).toBe(1);
});

test.each([
  ['that is an error', () => new Response('no', { status: 503 })],
  ['that is a page', () => new Response('<!doctype html>')],
  ['that is no map', () => Response.json({})],
])('a navigation goes on with the map that is known after an answer %s', async (_case, answer) => {
  serverAnswers(answer);
  await prepareNavigation(nextKey(), 'auth/Login');
  expect(release('auth')?.version).toBe(current);
});

test('a navigation waits a second for the map, no longer', async () => {
  jest.spyOn(globalThis, 'fetch').mockImplementation(
    (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  );
  const start = performance.now();
  await prepareNavigation(nextKey(), 'auth/Login');
  const waited = performance.now() - start;
  expect(waited).toBeGreaterThan(900);
  expect(waited).toBeLessThan(3000);
  expect(release('auth')?.version).toBe(current);
});

test('a release that was set aside rests for 30 s, then a navigation tries it again', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] });
  serverAnswers(() => Response.json(mapOf({ auth: [current, previous] })));
  setAside(requireRelease(release('auth')));
  jest.setSystemTime(Date.now() + 29_000);
  await prepareNavigation(nextKey(), 'auth/Login');
  expect(release('auth')?.version).toBe(previous);
  await goElsewhere();
  jest.setSystemTime(Date.now() + 2000);
  await prepareNavigation(nextKey(), 'auth/Login');
  expect(release('auth')?.version).toBe(current);
});

test('a navigation to a remote of which no release is left tries all of them again', async () => {
  serverAnswers(() => Response.json(mapOf({ auth: [current, previous], profile: [current] })));
  setAside(requireRelease(release('auth')));
  setAside(requireRelease(release('auth')));
  setAside(requireRelease(release('profile')));
  await prepareNavigation(nextKey(), 'auth/Login');
  expect(release('auth')?.version).toBe(current);
  expect(release('profile')).toBeNull();
});

test('a retry tries the current release again, or a newer one', async () => {
  const { result } = renderHook(() => useRelease('auth'));
  const failAll = () => {
    while (release('auth')) setAside(requireRelease(release('auth')));
  };
  act(failAll);
  serverAnswers(() => new Response('no', { status: 503 }));
  await act(() => retryRemote('auth'));
  expect(result.current?.version).toBe(current);

  act(failAll);
  serverAnswers(() => Response.json(mapOf({ auth: ['9.9.7', current] })));
  await act(() => retryRemote('auth'));
  expect(result.current?.version).toBe('9.9.7');
});

test('scripts of a release are told by its folder', () => {
  const chunkOf = (version: string) => absolute(`${releasePath('auth', version)}123.js`);
  expect(isFallback(chunkOf(previous))).toBe(true);
  expect(isFallback(chunkOf(current))).toBe(false);
  expect(isFallback(chunkOf(`${previous}1`))).toBe(false);

  setAside(requireRelease(release('auth')));
  expect(hasFailedBefore(chunkOf(current))).toBe(true);
  expect(hasFailedBefore(chunkOf(previous))).toBe(false);
});

test('releases come from this site and from the origins in the map', () => {
  provideReleaseMap(
    mapOf({ auth: [current] }, (version) => `https://releases.example/auth/${version}/entry.js`),
  );
  expect([...releaseOrigins()]).toEqual(['http://localhost', 'https://releases.example']);
});

function release(remote: Parameters<typeof useRelease>[0]) {
  const { result, unmount } = renderHook(() => useRelease(remote));
  unmount();
  return result.current;
}

function requireRelease(candidate: ReturnType<typeof useRelease>) {
  if (!candidate) throw new Error('There is no release left');
  return candidate;
}

/** A map in which remotes have these versions, the current one first. */
function mapOf(
  versions: Record<string, [string, string?]>,
  address?: (version: string) => string,
): ReleaseMap {
  const microFrontends: ReleaseMap['microFrontends'] = {};
  for (const [app, [version, before]] of Object.entries(versions)) {
    const addressOf = address ?? ((each: string) => entryIn(each, app));
    const entry: ReleaseMapEntry = { url: addressOf(version), metadata: { version } };
    if (before) entry.fallbackUrl = addressOf(before);
    microFrontends[`kargo/${app}`] = [entry];
  }
  return { microFrontends };
}

function serverAnswers(answer: () => Response) {
  const fetch = jest.spyOn(globalThis, 'fetch');
  fetch.mockClear();
  return fetch.mockImplementation(async () => answer());
}

/** To a screen of a remote without releases, so that the next navigation leads to another one. */
async function goElsewhere(): Promise<void> {
  const fetch = jest.spyOn(globalThis, 'fetch');
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await prepareNavigation(nextKey(), 'marketing/About');
}

function nextKey(): string {
  navigations += 1;
  return `key-${navigations}`;
}
