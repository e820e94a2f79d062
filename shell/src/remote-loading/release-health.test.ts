import { act, renderHook } from '@testing-library/react';
import type { ReleaseCandidates } from 'shared-types/releases/release';
import { releasePath } from 'shared-types/releases/release-addresses';
import {
  failuresOf,
  markFailed,
  resetRested,
  retryRemote,
  standInFor,
  useRelease,
} from './release-health.ts';
import { provideReleases, refreshReleases } from './release-map.ts';

const entryIn = (version: string, app = 'auth') => `${releasePath(app, version)}remoteEntry.js`;
const absolute = (address: string) => new URL(address, window.location.href).href;

/** Versions are never used twice: what failed once is remembered as long as the page is open. */
let count = 0;
let current: string;
let previous: string;

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  count += 1;
  current = `${count}.1.0`;
  previous = `${count}.0.0`;
  provideReleases(mapOf({ auth: [current, previous], profile: [current] }));
});

afterEach(() => jest.useRealTimers());

test('a remote is loaded from its current release', () => {
  expect(release('auth')).toEqual({
    app: 'auth',
    url: absolute(entryIn(current)),
    version: current,
  });
});

test('a release that failed gives way to the one before it, and that to none', () => {
  const { result } = renderHook(() => useRelease('auth'));
  act(() => markFailed(requireRelease(result.current)));
  expect(result.current?.version).toBe(previous);
  act(() => markFailed(requireRelease(result.current)));
  expect(result.current).toBeNull();
  expect(release('profile')?.version).toBe(current);
});

test('a remote that was never published has no release', () => {
  expect(release('marketing')).toBeNull();
});

test('what was published since is taken up', async () => {
  serverAnswers(() => Response.json(mapOf({ auth: ['9.9.9', current] })));
  await refreshReleases();
  expect(release('auth')?.version).toBe('9.9.9');
});

test('what is on the screen stays while a new map is taken up', async () => {
  serverAnswers(() => Response.json(mapOf({ auth: ['9.9.8'] })));
  let renders = 0;
  renderHook(() => {
    renders += 1;
    return useRelease('auth');
  });
  await refreshReleases();
  expect(renders).toBe(1);
});

test.each([
  ['that is an error', () => new Response('no', { status: 503 })],
  ['that is a page', () => new Response('<!doctype html>')],
  ['that is no map', () => Response.json({ auth: 'no' })],
])('the map that is known stays in force after an answer %s', async (_case, answer) => {
  serverAnswers(answer);
  await refreshReleases();
  expect(release('auth')?.version).toBe(current);
});

test('a new map is waited for a second, no longer', async () => {
  jest.spyOn(globalThis, 'fetch').mockImplementation(
    (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  );
  const start = performance.now();
  await refreshReleases();
  const waited = performance.now() - start;
  expect(waited).toBeGreaterThan(900);
  expect(waited).toBeLessThan(3000);
  expect(release('auth')?.version).toBe(current);
});

test('a release that failed rests for 30 s, then it is tried again', () => {
  jest.useFakeTimers();
  markFailed(requireRelease(release('auth')));
  jest.setSystemTime(Date.now() + 29_000);
  resetRested('auth');
  expect(release('auth')?.version).toBe(previous);
  jest.setSystemTime(Date.now() + 2000);
  resetRested('auth');
  expect(release('auth')?.version).toBe(current);
});

test('where no release of a remote is left, all of that remote are tried again', () => {
  markFailed(requireRelease(release('auth')));
  markFailed(requireRelease(release('auth')));
  markFailed(requireRelease(release('profile')));
  resetRested('auth');
  expect(release('auth')?.version).toBe(current);
  expect(release('profile')).toBeNull();
});

test('a retry tries the current release again, or a newer one', async () => {
  const { result } = renderHook(() => useRelease('auth'));
  const failAll = () => {
    while (release('auth')) markFailed(requireRelease(release('auth')));
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

test('another release stands in for one as long as it has not failed, and none for the shell', () => {
  provideReleases(mapOf({ auth: [current, previous], profile: [current], shell: ['2', '1'] }));
  const versionFor = (app: string, version: string) => standInFor({ app, version })?.version;
  expect(versionFor('auth', current)).toBe(previous);
  expect(versionFor('auth', previous)).toBe(current);
  expect(versionFor('profile', current)).toBeUndefined();
  expect(versionFor('shell', '2')).toBeUndefined();
  markFailed({ app: 'auth', version: current });
  expect(versionFor('auth', previous)).toBeUndefined();
});

test('failures are counted by release', () => {
  markFailed({ app: 'auth', version: current });
  expect(failuresOf({ app: 'auth', version: current })).toBe(1);
  expect(failuresOf({ app: 'auth', version: previous })).toBe(0);
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
  versions: Record<string, string[]>,
  address?: (version: string) => string,
): ReleaseCandidates {
  return Object.fromEntries(
    Object.entries(versions).map(([app, ofApp]) => [
      app,
      ofApp.map((version) => ({ url: address?.(version) ?? entryIn(version, app), version })),
    ]),
  );
}

function serverAnswers(answer: () => Response) {
  const fetch = jest.spyOn(globalThis, 'fetch');
  fetch.mockClear();
  return fetch.mockImplementation(async () => answer());
}
